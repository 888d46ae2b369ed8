import type { CompleteAsPart, PartCommand, UndoPart } from './commands.ts';
import { remove } from './decide-place.ts';
import { completion } from './decide-status.ts';
import { takeBack } from './decide-undo.ts';
import { change, type Draft } from './draft.ts';
import { open } from './rules.ts';
import { exists, wasHandled } from './state.ts';

/**
 * Applies a parent's change to its child. Nothing happens if the child has this change already, if it no longer applies, or if the child
 * has changed since.
 */
export function decidePart(from: Draft, command: PartCommand): Draft {
  const { state } = from;
  if (wasHandled(state, command.part_of)) return from;
  if (command.type === 'UndoPart') return undoPart(from, command);
  // A change of the child that is newer than the parent's change has priority. This happens when an old command is repeated.
  if (!exists(state) || state.touched > command.now) return from;
  return command.type === 'DeleteAsPart' ? remove(from, command, { part_of: command.part_of }) : completePart(from, command);
}

function completePart(from: Draft, command: CompleteAsPart): Draft {
  const { fields } = from.state;
  // A miss that was recorded after the parent's change is corrected.
  const missedSince = fields.status === 'missed' && fields.due_at !== null && fields.due_at >= command.now;
  if (!(open(fields) || missedSince) || fields.archived || fields.verification_type !== 'none') return from;
  return change(from, { type: 'TaskCompleted', at: command.now, part_of: command.part_of, ...completion(fields, command) });
}

function undoPart(from: Draft, command: UndoPart): Draft {
  const { part } = from.state;
  if (part === null || part.part_of !== command.undoes) return from;
  return takeBack(from, part, { command, part_of: command.part_of, children: [] });
}
