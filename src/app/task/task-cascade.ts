import { RuleViolation } from '../../domain/kernel/decider.ts';
import { derivedIds } from '../../domain/kernel/derived-ids.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import type { PartCommand } from '../../domain/task/commands.ts';
import type { RecordedTaskEvent } from '../../domain/task/events.ts';
import type { App } from '../app.ts';
import { type Handed, latest, send, sent, type TaskResult } from './task-send.ts';

/** Applies a parent's change to the children that it names. It can be repeated at any later time. */
export async function repeatCascade(app: App, event: Recorded): Promise<Position | null> {
  return latest(await carryOver(app, event));
}

/** Returns for each child the position of the event written; null: there was nothing left to write. */
async function carryOver(app: App, event: Recorded): Promise<readonly (Position | null)[]> {
  const { owner } = event.metadata;
  const parent = event as RecordedTaskEvent;
  if (owner === null || !('children' in parent.data) || parent.data.children.length === 0) return [];
  const base = { ...(await sent(app, { owner })), now: event.metadata.at, part_of: event.id };
  const command = partOf(parent, base);
  if (command === null) return [];
  const caller = { owner, actor: event.metadata.actor, correlationId: event.metadata.correlation_id, causationId: event.id };
  const carried = parent.data.children.map((child) =>
    carry(() => send(app, caller, child, command, { newId: derivedIds('child_change', event.id, child) })),
  );
  return Promise.all(carried);
}

function partOf(parent: RecordedTaskEvent, base: Omit<PartCommand, 'type' | 'undoes'>): PartCommand | null {
  if (parent.type === 'TaskCompleted') return { ...base, type: 'CompleteAsPart' };
  if (parent.type === 'TaskDeleted') return { ...base, type: 'DeleteAsPart' };
  return parent.type === 'TaskUndone' ? { ...base, type: 'UndoPart', undoes: parent.data.undoes } : null;
}

/** Ignores a child that does not exist any more. */
async function carry(part: () => Promise<Handed>): Promise<Position | null> {
  try {
    return (await part()).position;
  } catch (error) {
    if (error instanceof RuleViolation && error.code === 'not_found') return null;
    throw error;
  }
}

/** The answer about the parent, after its children have changed too. */
export async function withChildren(app: App, { events, ...result }: Handed): Promise<TaskResult> {
  const carried = (await Promise.all(events.map((event) => carryOver(app, event)))).flat();
  // The reactor, perhaps in another process, may have changed a child first. The answer must show that, too.
  const position = carried.includes(null) ? await app.store.head() : latest([result.position, ...carried]);
  return { ...result, position };
}
