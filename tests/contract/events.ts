import { randomUUID } from 'node:crypto';
import type { NewEvent, Recorded } from '../../src/domain/kernel/event.ts';
import type { Expected } from '../../src/domain/kernel/event-store.ts';

/** An event without an owner. */
export function anEvent(change: Partial<Omit<NewEvent, 'metadata'>> & { owner?: string } = {}): NewEvent {
  const { owner, ...rest } = change;
  return {
    id: randomUUID(),
    type: 'Noted',
    data: { n: 1 },
    private: null,
    ...rest,
    metadata: {
      owner: owner ?? null,
      actor: { kind: 'system', id: null },
      correlation_id: 'c-1',
      causation_id: null,
      at: '2026-11-20T16:00:00.000Z',
    },
  };
}

/** The end of the stream after this event. */
export const after = (event: Recorded): Expected => ({ revision: event.revision, hash: event.metadata.hash });

export const endOf = (events: readonly Recorded[]): Expected => {
  const last = events.at(-1);
  return last ? after(last) : 'no_stream';
};
