import { plus } from '../calendar/instant.ts';
import { ARCHIVE_AFTER } from '../calendar/task-times.ts';
import { RuleViolation } from '../kernel/decider.ts';
import type { Undo } from './commands.ts';
import { change, type Draft, same } from './draft.ts';
import type { SealedTexts, TaskFields, TaskText } from './event-data.ts';
import { deadlinePassed, hasPassed, matching, notFound, open } from './rules.ts';
import { exists, type Remembered, type TaskState } from './state.ts';

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
  return takeBack(from, last, { now: command.now, part_of: null, children: last.children });
}

export function takeBack(
  from: Draft,
  change_: Remembered,
  how: { now: string; part_of: string | null; children: readonly string[] },
): Draft {
  const fields = restored(from.state.fields, change_, how.now);
  const texts = restoredTexts(from.state, change_);
  return change(from, {
    type: 'TaskUndone',
    at: how.now,
    fields,
    restore: texts,
    part_of: how.part_of,
    children: how.children,
    undo: { undoes: change_.event_id, undone_type: change_.type },
  });
}

/** Fields that elapsed time depends on or changes. A change of one of them is taken back together with all that time has done since. */
const TIMED: readonly (keyof TaskFields)[] = ['status', 'due_at', 'verification_type', 'archived', 'deleted'];

function restored(now: TaskFields, { set, was, before, overlaid }: Remembered, instant: string): Partial<TaskFields> {
  if (overlaid === 0 && TIMED.some((name) => name in set)) return inTheList(before, instant);
  // What a parent's change has set since then stays: the completion, and how it is verified.
  const names = (Object.keys(set) as (keyof TaskFields)[]).filter(
    (name) => same(now[name], set[name]) && !name.startsWith('verification_'),
  );
  return Object.fromEntries(names.map((name) => [name, was[name]]));
}

/** A task brought back to the list is not archived at once: its 30 days run from now. */
function inTheList(before: TaskFields, instant: string): TaskFields {
  const stale = !open(before) && !before.archived && before.closed_at !== null && plus(before.closed_at, ARCHIVE_AFTER) <= instant;
  return stale ? { ...before, closed_at: instant } : before;
}

function restoredTexts(state: TaskState, { was_texts }: Remembered): SealedTexts {
  const names = (Object.keys(was_texts) as TaskText[]).filter((name) => !same(state.texts[name], was_texts[name]));
  return Object.fromEntries(names.map((name) => [name, was_texts[name] ?? null]));
}
