import type { Place } from './commands.ts';
import { add, type Draft } from './draft.ts';
import { matching } from './rules.ts';
import type { TaskState } from './state.ts';

/** Gives the task a place in the owner's own order. The place has no rules: also an archived task has one. */
export function decidePlace(from: Draft, command: Place, recorded: TaskState): Draft {
  matching(command, recorded, from.state);
  const { place, now } = command;
  if (place === null || place === from.state.place) return from;
  return add(from, { type: 'TaskPlaced', data: { place }, at: now }, { kind: 'user', id: command.owner });
}
