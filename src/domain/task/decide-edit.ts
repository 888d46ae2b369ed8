import { plus } from '../calendar/dates.ts';
import { dueInstant, localDate } from '../calendar/local.ts';
import { ARCHIVE_AFTER } from '../calendar/task-times.ts';
import { RuleViolation } from '../kernel/decider.ts';
import { given, keysOf, pick } from '../kernel/records.ts';
import { withoutProof } from '../proof/decide-review.ts';
import type { Edit, PromiseTask, Sent, Undo, Writable } from './commands.ts';
import { change, type Draft, type SetBy, same, writes } from './draft.ts';
import { type Due, NO_DUE, PLAIN_FIELDS, type SealedTexts, type TaskFields } from './event-data.ts';
import { inPresentZone } from './follow-zone.ts';
import {
  alreadyVerified,
  changedSince,
  deadlinePassed,
  hasPassed,
  invalid,
  isJudged,
  matching,
  notArchived,
  notFound,
  open,
  unproven,
} from './rules.ts';
import { exists, type Remembered, type TaskState } from './state.ts';

const chosenDue = (date: string, time: string | null, { now, zone, moves = [] }: Choosing): Due & { readonly due_at: string } => ({
  due_date: date,
  due_time: time,
  due_at: dueInstant(date, time, zone),
  due_zone: zone,
  due_set_at: now,
  due_chosen: null,
  due_move: moves.at(-1)?.revision ?? null,
});

type Choosing = Pick<Sent, 'now' | 'zone' | 'moves'>;

/** @throws RuleViolation validation_failed if the due instant is in the past; it names the field that causes this */
export function dueOf(date: string | null, time: string | null, command: Choosing): Due {
  if (date === null && time !== null) throw invalid({ due_time: ['A due time needs a due date.'] });
  if (date === null) return NO_DUE;
  const due = chosenDue(date, time, command);
  if (hasPassed(due.due_at, command.now))
    throw time === null || date < localDate(command.now, command.zone)
      ? invalid({ due_date: ['This day is over. Choose today or a later date.'] })
      : invalid({ due_time: ['This time has passed. Choose a later time.'] });
  return due;
}

export function decidePromise(from: Draft, command: PromiseTask): Draft {
  const { fields, texts, now } = command;
  const verification_type = fields.verification_type ?? 'none';
  return change(from, {
    type: fields.again_of ? 'TaskPromisedAgain' : 'TaskPromised',
    at: now,
    fields: {
      ...from.state.fields,
      ...dueOf(fields.due_date ?? null, fields.due_time ?? null, command),
      ...given(pick(fields, PLAIN_FIELDS)),
      again_of: fields.again_of ?? null,
      verification_type,
      ...unproven(verification_type),
      created_at: now,
    },
    write: texts,
  });
}

export function decideEdit(from: Draft, command: Edit, recorded: TaskState): Draft {
  const { fields } = from.state;
  const due = editedDue(fields, command);
  matching(command, recorded, from.state);
  notArchived(fields);
  const patch = {
    ...given(pick(command.fields, PLAIN_FIELDS)),
    ...(due === null ? {} : moved(fields, due, command.now)),
    ...editedProof(fields, command.fields.verification_type),
  };
  if (fields.review !== null && patch.partner_id !== undefined && patch.partner_id !== fields.partner_id) throw proofInReview();
  if (fields.first_proof_at !== null && command.texts.proof_requirement !== undefined) throw proofGiven();
  const nothingNew = keysOf(patch).every((name) => same(patch[name], fields[name]));
  if (nothingNew && !writes(from.state, command.texts)) return from;
  return change(from, { type: 'TaskEdited', at: command.now, fields: patch, write: command.texts });
}

/** The new due instant, or null if the date and the time do not change. Removing the date removes the time as well. */
function editedDue(fields: TaskFields, command: Edit): Due | null {
  const date = command.fields.due_date === undefined ? fields.due_date : command.fields.due_date;
  const kept = date === null ? null : fields.due_time;
  const time = command.fields.due_time === undefined ? kept : command.fields.due_time;
  // A due instant that was computed does not change, even if the zone is another one now.
  return date === fields.due_date && time === fields.due_time ? null : dueOf(date, time, command);
}

function moved(fields: TaskFields, due: Due, now: string): SetBy<'TaskEdited'> {
  if (isJudged(fields)) throw alreadyVerified();
  if (hasPassed(fields.due_at, now)) throw deadlinePassed('The deadline has passed. It can no longer be moved or taken away.');
  if (!open(fields)) throw new RuleViolation('conflict', `This task is ${fields.status}. Reopen it before you change its due date.`);
  const wentLater = fields.due_at !== null && due.due_at !== null && due.due_at > fields.due_at;
  const takenAway =
    due.due_date === null && fields.due_date !== null && !fields.taken_back.includes(fields.due_date) ? fields.due_date : null;
  return {
    ...due,
    ...(wentLater ? { postponed: fields.postponed + 1 } : {}),
    ...(takenAway === null ? {} : { taken_back: [...fields.taken_back, takenAway] }),
  };
}

function editedProof(fields: TaskFields, type: Writable['verification_type'] | undefined): SetBy<'TaskEdited'> {
  if (type === undefined || type === fields.verification_type) return {};
  if (fields.status === 'completed')
    throw new RuleViolation('conflict', 'This task is completed. Reopen it before you change how it is verified.');
  if (fields.first_proof_at !== null) throw proofGiven();
  return { verification_type: type, ...unproven(type) };
}

const proofGiven = (): RuleViolation =>
  new RuleViolation('conflict', 'Proof of this task was given. What is asked for as proof can no longer change.');
const proofInReview = (): RuleViolation =>
  new RuleViolation('conflict', 'Proof of this task waits for a verdict. Withdraw it before you name another partner.');

/** Takes back the owner's last change. If elapsed time then changes the task, the same append records it. */
export function decideUndo(from: Draft, command: Undo, recorded: TaskState): Draft {
  const { state } = from;
  const { last } = state;
  if (command.batch !== undefined && !isLastBy(state, command.batch)) throw changedSince();
  const brings = last?.type === 'TaskDeleted' && !last.undone;
  if (!exists(state) && !brings) throw notFound();
  matching(command, recorded, state);
  if (last === null) throw new RuleViolation('nothing_to_undo', 'There is nothing to take back.');
  if (last.undone) return from;
  const movedDue = last.type === 'TaskEdited' && 'due_at' in last.was;
  if (movedDue && hasPassed(inPresentZone(last.before, command).due_at, command.now)) throw oldDeadlinePassed();
  const ofStatus = 'status' in last.set;
  if (ofStatus && isJudged(state.fields)) throw alreadyVerified();
  const without = ofStatus ? withoutProof(from, command.now) : from;
  return takeBack(without, last, { command, part_of: null, children: last.children });
}

/** Whether the change of several tasks at once was the last thing that the owner did with the task, or has been taken back as a whole. */
function isLastBy({ last }: TaskState, batch: string): boolean {
  if (last === null || last.cause !== batch) return false;
  return last.undone ? last.undone_by === batch : !last.proof_since;
}

const oldDeadlinePassed = (): RuleViolation =>
  deadlinePassed('The deadline from before this change has passed. The change can no longer be taken back.');

export function takeBack(
  from: Draft,
  change_: Remembered,
  how: { command: Sent; part_of: string | null; children: readonly string[] },
): Draft {
  const { due_at, corrected } = from.state.fields;
  const back = restored(from.state.fields, change_, how.command);
  // The record was corrected for another deadline, so the correction does not apply to this one.
  const isOther = back.due_at !== undefined && back.due_at !== due_at;
  const fields = corrected && isOther ? { ...back, corrected: false } : back;
  const texts = restoredTexts(from.state, change_);
  return change(from, {
    type: 'TaskUndone',
    at: how.command.now,
    fields,
    restore: texts,
    part_of: how.part_of,
    children: how.children,
    more: { undoes: change_.event_id, undone_type: change_.type },
  });
}

/** Elapsed time depends on these fields or changes them. An undo of one of them also takes back what elapsed time has changed since. */
const TIMED: readonly (keyof TaskFields)[] = ['status', 'due_at', 'verification_type', 'archived', 'deleted'];

function restored(now: TaskFields, change_: Remembered, command: Sent): Partial<TaskFields> {
  const { set, was, overlaid, proof_since } = change_;
  if (overlaid === 0 && TIMED.some((name) => name in set)) {
    const judged = proof_since && !('status' in set) ? pick(now, OF_PROOF) : {};
    return { ...inTheList(inPresentZone(change_.before, command), command.now), ...judged, ...pick(now, LASTING) };
  }
  // If a change of the parent has set the completion or the verification since, it stays.
  const names = keysOf(set).filter((name) => same(now[name], set[name]) && !name.startsWith('verification_') && !(name in NO_DUE));
  return { ...Object.fromEntries(names.map((name) => [name, was[name]])), ...restoredDue(now, change_, command) };
}

const DUE = keysOf(NO_DUE);

/**
 * Restores the due date and the due time, except for one that the routine has set since. The instant always follows from the two together.
 */
function restoredDue(now: TaskFields, { set, before }: Remembered, command: Sent): Partial<TaskFields> {
  if (!DUE.some((name) => name in set)) return {};
  const [old, then] = [inPresentZone(before, command), inPresentZone({ ...before, ...set }, command)];
  if (DUE.every((name) => same(now[name], then[name]))) return pick(old, DUE);
  const date = same(now.due_date, then.due_date) ? old.due_date : now.due_date;
  const time = same(now.due_time, then.due_time) ? old.due_time : now.due_time;
  if (date === now.due_date && time === now.due_time) return {};
  if (date === null) return NO_DUE;
  const due = chosenDue(date, time, command);
  if (hasPassed(due.due_at, command.now)) throw oldDeadlinePassed();
  return due;
}

/** Fields about the proof. An undo changes them only if it takes back the completion. */
const OF_PROOF = ['verification_state', 'proof_due_at', 'review', 'decided_at', 'decided_by'] as const;
/** No undo takes these back. */
const LASTING = ['first_proof_at', 'last_proof_at', 'appeal', 'corrected', 'focused_seconds'] as const;

/** A task that an undo brings back to the list is not archived at once: its 30 days begin now. */
function inTheList(before: TaskFields, instant: string): TaskFields {
  const stale = !open(before) && !before.archived && before.closed_at !== null && plus(before.closed_at, ARCHIVE_AFTER) <= instant;
  return stale ? { ...before, closed_at: instant } : before;
}

function restoredTexts(state: TaskState, { was_texts }: Remembered): SealedTexts {
  const names = keysOf(was_texts).filter((name) => !same(state.texts[name], was_texts[name]));
  return Object.fromEntries(names.map((name) => [name, was_texts[name] ?? null]));
}
