import { RuleViolation } from '../kernel/decider.ts';
import type { Archive, Delete, Sent, Unarchive } from './commands.ts';
import { change, type Draft } from './draft.ts';
import { matching, open, outcomeOf } from './rules.ts';
import type { TaskState } from './state.ts';

export function decidePlace(current: Draft, command: Archive | Unarchive | Delete, before: TaskState): Draft {
  matching(command, before, current.state);
  if (command.type === 'Archive') return archive(current, command);
  return command.type === 'Unarchive' ? unarchive(current, command) : remove(current, command, { children: command.children });
}

function archive(from: Draft, { now }: Sent): Draft {
  const { fields } = from.state;
  if (fields.archived) return from;
  if (open(fields) && fields.due_date !== null)
    throw new RuleViolation('still_open', 'This task is still open. Complete it, skip it or take its due date away before you archive it.');
  return change(from, { type: 'TaskArchived', at: now, fields: { archived: true } });
}

function unarchive(from: Draft, { now }: Sent): Draft {
  const { fields } = from.state;
  if (!fields.archived) return from;
  return change(from, { type: 'TaskUnarchived', at: now, fields: { archived: false, closed_at: open(fields) ? null : now } });
}

/** A task that is deleted before it is decided counts as taken back on its date. */
export function remove(from: Draft, { now }: Sent, extra: { children?: readonly string[]; part_of?: string }): Draft {
  const { fields } = from.state;
  const { due_date, taken_back } = fields;
  const back = due_date !== null && outcomeOf(fields) === 'open' && !taken_back.includes(due_date);
  return change(from, {
    type: 'TaskDeleted',
    at: now,
    fields: { deleted: true, taken_back: back ? [...taken_back, due_date] : taken_back },
    ...extra,
  });
}
