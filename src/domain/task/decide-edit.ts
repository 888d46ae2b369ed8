import { dueInstant, localDate } from '../calendar/local.ts';
import { RuleViolation } from '../kernel/decider.ts';
import type { Edit, PromiseTask, Sent, Writable } from './commands.ts';
import { change, type Draft, same, writes } from './draft.ts';
import { type Due, NO_DUE, type TaskFields } from './event-data.ts';
import { alreadyVerified, deadlinePassed, hasPassed, invalid, isJudged, matching, notArchived, open, unproven } from './rules.ts';
import type { TaskState } from './state.ts';

export const chosenDue = (date: string, time: string | null, { now, zone, moves = [] }: Choosing): Due & { readonly due_at: string } => ({
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
    type: 'TaskPromised',
    at: now,
    fields: {
      ...from.state.fields,
      ...dueOf(fields.due_date ?? null, fields.due_time ?? null, command),
      priority: fields.priority ?? 'none',
      estimate_minutes: fields.estimate_minutes ?? null,
      parent_id: fields.parent_id ?? null,
      partner_id: fields.partner_id ?? null,
      recurring_task_id: fields.recurring_task_id ?? null,
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
    ...pickPlain(command.fields),
    ...(due === null ? {} : moved(fields, due, command.now)),
    ...editedProof(fields, command.fields.verification_type),
  };
  if (fields.review !== null && patch.partner_id !== undefined && patch.partner_id !== fields.partner_id) throw proofInReview();
  if (fields.first_proof_at !== null && command.texts.proof_requirement !== undefined) throw proofGiven();
  const nothingNew = (Object.keys(patch) as (keyof typeof patch)[]).every((name) => same(patch[name], fields[name]));
  if (nothingNew && !writes(from.state, command.texts)) return from;
  return change(from, { type: 'TaskEdited', at: command.now, fields: patch, write: command.texts });
}

function pickPlain({ priority, estimate_minutes, parent_id, partner_id }: Partial<Writable>): Partial<TaskFields> {
  return {
    ...(priority === undefined ? {} : { priority }),
    ...(estimate_minutes === undefined ? {} : { estimate_minutes }),
    ...(parent_id === undefined ? {} : { parent_id }),
    ...(partner_id === undefined ? {} : { partner_id }),
  };
}

/** The new due instant, or null if the date and the time do not change. Removing the date removes the time as well. */
function editedDue(fields: TaskFields, command: Edit): Due | null {
  const date = command.fields.due_date === undefined ? fields.due_date : command.fields.due_date;
  const kept = date === null ? null : fields.due_time;
  const time = command.fields.due_time === undefined ? kept : command.fields.due_time;
  // A due instant that was computed does not change, even if the zone is another one now.
  return date === fields.due_date && time === fields.due_time ? null : dueOf(date, time, command);
}

function moved(fields: TaskFields, due: Due, now: string): Partial<TaskFields> {
  if (isJudged(fields)) throw alreadyVerified();
  if (hasPassed(fields.due_at, now)) throw deadlinePassed('The deadline has passed. It can no longer be moved or taken away.');
  if (!open(fields)) throw new RuleViolation('conflict', `This task is ${fields.status}. Reopen it before you change its due date.`);
  const wentLater = fields.due_at !== null && due.due_at !== null && due.due_at > fields.due_at;
  const takenAway = fields.due_date !== null && due.due_date === null && !fields.taken_back.includes(fields.due_date);
  return {
    ...due,
    ...(wentLater ? { postponed: fields.postponed + 1 } : {}),
    ...(takenAway ? { taken_back: [...fields.taken_back, fields.due_date as string] } : {}),
  };
}

function editedProof(fields: TaskFields, type: Writable['verification_type'] | undefined): Partial<TaskFields> {
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
