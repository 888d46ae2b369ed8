import { RuleViolation } from '../kernel/decider.ts';
import { SYSTEM } from '../kernel/event.ts';
import type { Renew } from './commands.ts';
import { dueOf } from './decide-edit.ts';
import { add, type Draft, missedAlert, resolved } from './draft.ts';
import { matching, tooManyTasks } from './rules.ts';
import type { TaskState } from './state.ts';

const conflict = (message: string): RuleViolation => new RuleViolation('conflict', message);

/**
 * Promises the task again under another id. The task itself stays as it is; only the alert about its miss is resolved. A command that is
 * repeated with the same id changes nothing.
 */
export function decideRenew(from: Draft, command: Renew, recorded: TaskState): Draft {
  const { fields, again } = from.state;
  const { now, zone, due_date, due_time = fields.due_time } = command;
  if (again?.id === command.again) return from;
  const due = dueOf(due_date, due_time, command);
  matching(command, recorded, from.state);
  if (fields.status !== 'missed' && fields.status !== 'skipped')
    throw conflict('Only a task that was missed or skipped can be promised again.');
  if (again !== null && again.id !== command.over) throw conflict('This task was promised again already, and that one is still open.');
  if (command.room !== undefined && command.room < 1) throw tooManyTasks();
  const data = { again: command.again, due_date, due_time: due.due_time, zone };
  return withoutMissAlert(add(from, { type: 'TaskRenewed', data, at: now }, SYSTEM), now);
}

function withoutMissAlert(from: Draft, at: string): Draft {
  const { fields, alerts } = from.state;
  const missed = missedAlert(fields);
  const open = Object.entries(alerts).filter(([, { kind, about }]) => kind === missed?.kind && about === missed.about);
  return open.reduce((next, [id]) => add(next, resolved(id, 'promised_again', at), SYSTEM), from);
}
