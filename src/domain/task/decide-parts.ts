import type { CompleteAsPart, PartCommand, UndoPart } from './commands.ts';
import { remove } from './decide-place.ts';
import { completion } from './decide-status.ts';
import { takeBack } from './decide-undo.ts';
import { change, type Draft } from './draft.ts';
import { open } from './rules.ts';
import { exists } from './state.ts';

/** A child's part in its parent's change. Nothing when it was seen to, no longer applies, or the child has changed since. */
export function decidePart(from: Draft, command: PartCommand): Draft {
  const { state } = from;
  if (state.parts.includes(command.part_of)) return from;
  if (command.type === 'UndoPart') return undoPart(from, command);
  if (!exists(state)) return from;
  return command.type === 'DeleteAsPart' ? remove(from, command, { part_of: command.part_of }) : completePart(from, command);
}

function completePart(from: Draft, command: CompleteAsPart): Draft {
  const { fields, since } = from.state;
  // a repeated part of long ago: a miss noted since then is corrected, another change is left alone
  const missedSince = fields.status === 'missed' && fields.due_at !== null && fields.due_at >= command.now;
  const wasOpen = open(fields) ? since <= command.now : missedSince;
  if (!wasOpen || fields.archived || fields.verification_type !== 'none') return from;
  return change(from, { type: 'TaskCompleted', at: command.now, part_of: command.part_of, ...completion(fields, command) });
}

function undoPart(from: Draft, command: UndoPart): Draft {
  const { part } = from.state;
  if (part === null || part.part_of !== command.undoes) return from;
  return takeBack(from, part, { now: command.now, part_of: command.part_of, children: [] });
}
