import { v5 } from 'uuid';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import type { PartCommand } from '../../domain/task/commands.ts';
import type { RecordedTaskEvent } from '../../domain/task/events.ts';
import type { App } from '../app.ts';
import { type Handed, latest, send, sent, type TaskResult } from './task-send.ts';

/** Namespace of the ids of children's events, so that a repeated cascade writes the same ones. */
const PARTS = '6d9a2c1e-7f43-5b0a-8a55-93c4f0b1e6d2';

/** Carries a parent's change over to the children that it names. It can be repeated at any later time. */
export async function repeatCascade(app: App, event: Recorded): Promise<Position | null> {
  return latest(await carryOver(app, event));
}

/** For each child the position of the event written; null: there was nothing left to write. */
async function carryOver(app: App, event: Recorded): Promise<readonly (Position | null)[]> {
  const { owner } = event.metadata;
  const parent = event as RecordedTaskEvent;
  if (owner === null || !('children' in parent.data) || parent.data.children.length === 0) return [];
  const base = { ...(await sent(app, { owner })), now: event.metadata.at, part_of: event.id };
  const command = partOf(parent, base);
  if (command === null) return [];
  const caller = { owner, actor: event.metadata.actor, correlationId: event.metadata.correlation_id, causationId: event.id };
  const carried = parent.data.children.map((child) =>
    carry(() => send(app, caller, child, command, { newId: (index) => v5(`${event.id} ${child} ${index}`, PARTS) })),
  );
  return Promise.all(carried);
}

function partOf(parent: RecordedTaskEvent, base: Omit<PartCommand, 'type' | 'undoes'>): PartCommand | null {
  if (parent.type === 'TaskCompleted') return { ...base, type: 'CompleteAsPart' };
  if (parent.type === 'TaskDeleted') return { ...base, type: 'DeleteAsPart' };
  return parent.type === 'TaskUndone' ? { ...base, type: 'UndoPart', undoes: parent.data.undoes } : null;
}

/** A child that does not exist, or no longer, is passed over. */
async function carry(part: () => Promise<Handed>): Promise<Position | null> {
  try {
    return (await part()).position;
  } catch (error) {
    if (error instanceof RuleViolation && error.code === 'not_found') return null;
    throw error;
  }
}

/** The answer about the parent, after its change was carried over to the children. */
export async function withChildren(app: App, { events, ...result }: Handed): Promise<TaskResult> {
  const carried = (await Promise.all(events.map((event) => carryOver(app, event)))).flat();
  // The reactor, perhaps in another process, may have been quicker with a child. The answer shows that too.
  const position = carried.includes(null) ? await app.store.head() : latest([result.position, ...carried]);
  return { ...result, position };
}
