import { plus } from '../calendar/instant.ts';
import { ARCHIVE_AFTER } from '../calendar/task-times.ts';
import { RuleViolation } from '../kernel/decider.ts';
import type { Undo } from './commands.ts';
import { change, type Draft, same } from './draft.ts';
import type { SealedTexts, TaskFields, TaskText } from './event-data.ts';
import { alreadyVerified, deadlinePassed, hasPassed, isJudged, matching, notFound, open } from './rules.ts';
import { exists, type Remembered, type TaskState } from './state.ts';
import { withoutProof } from './take-back-proof.ts';

/** Takes back the owner's last change. What elapsed time then makes of the task is recorded in the same append. */
export function decideUndo(from: Draft, command: Undo, recorded: TaskState): Draft {
  const { state } = from;
  const { last } = state;
  const brings = last?.type === 'TaskDeleted' && !last.undone;
  if (!exists(state) && !brings) throw notFound();
  matching(command, recorded, state);
  if (last === null) throw new RuleViolation('nothing_to_undo', 'There is nothing to take back.');
  if (last.undone) return from;
  const oldDue = last.type === 'TaskEdited' ? (last.was.due_at ?? null) : null;
  if (hasPassed(oldDue, command.now))
    throw deadlinePassed('The deadline from before this change has passed. The change can no longer be taken back.');
  const ofStatus = 'status' in last.set;
  if (ofStatus && isJudged(state.fields)) throw alreadyVerified();
  const without = ofStatus ? withoutProof(from, command.now) : from;
  return takeBack(without, last, { now: command.now, part_of: null, children: last.children });
}

export function takeBack(
  from: Draft,
  change_: Remembered,
  how: { now: string; part_of: string | null; children: readonly string[] },
): Draft {
  const { due_at, corrected } = from.state.fields;
  const back = restored(from.state.fields, change_, how.now);
  // A record was corrected for the deadline that it then had.
  const isOther = back.due_at !== undefined && back.due_at !== due_at;
  const fields = corrected && isOther ? { ...back, corrected: false } : back;
  const texts = restoredTexts(from.state, change_);
  return change(from, {
    type: 'TaskUndone',
    at: how.now,
    fields,
    restore: texts,
    part_of: how.part_of,
    children: how.children,
    more: { undoes: change_.event_id, undone_type: change_.type },
  });
}

/** Fields that elapsed time depends on or changes. A change of one of them is taken back together with all that time has done since. */
const TIMED: readonly (keyof TaskFields)[] = ['status', 'due_at', 'verification_type', 'archived', 'deleted'];

function restored(now: TaskFields, { set, was, before, overlaid, proof_since }: Remembered, instant: string): Partial<TaskFields> {
  if (overlaid === 0 && TIMED.some((name) => name in set)) {
    const judged = proof_since && !('status' in set) ? pick(now, OF_PROOF) : {};
    return { ...inTheList(before, instant), ...judged, ...pick(now, LASTING) };
  }
  // What a parent's change has set since then stays: the completion, and how it is verified.
  const names = (Object.keys(set) as (keyof TaskFields)[]).filter(
    (name) => same(now[name], set[name]) && !name.startsWith('verification_'),
  );
  return Object.fromEntries(names.map((name) => [name, was[name]]));
}

/** What became of the proof. A change that does not touch the completion takes none of it back. */
const OF_PROOF = ['verification_state', 'proof_due_at', 'review', 'decided_at', 'decided_by'] as const;
/** No undo takes these back. */
const LASTING = ['first_proof_at', 'last_proof_at', 'appeal', 'corrected'] as const;

const pick = <Name extends keyof TaskFields>(fields: TaskFields, names: readonly Name[]): Pick<TaskFields, Name> =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<TaskFields, Name>;

/** A task brought back to the list is not archived at once: its 30 days run from now. */
function inTheList(before: TaskFields, instant: string): TaskFields {
  const stale = !open(before) && !before.archived && before.closed_at !== null && plus(before.closed_at, ARCHIVE_AFTER) <= instant;
  return stale ? { ...before, closed_at: instant } : before;
}

function restoredTexts(state: TaskState, { was_texts }: Remembered): SealedTexts {
  const names = (Object.keys(was_texts) as TaskText[]).filter((name) => !same(state.texts[name], was_texts[name]));
  return Object.fromEntries(names.map((name) => [name, was_texts[name] ?? null]));
}
