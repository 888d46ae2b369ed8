import { type JSONEventData, jsonEvent } from '@eventstore/db-client';
import { v7 } from 'uuid';
import type { NewEvent } from '../../src/domain/kernel/event.ts';
import { prepare } from '../../src/store/event-log/prepare.ts';
import type { EventToStore, StoredEvent } from '../../src/store/event-log/raw-log.ts';

const OWNER = 'owner';
const KEY = new Uint8Array(32).fill(7);

/** A created task, as the program appends it. */
function newEvent(index: number): NewEvent {
  const metadata = { owner: OWNER, actor: { kind: 'user', id: OWNER }, correlation_id: v7(), causation_id: null } as const;
  const set = { status: 'pending', due_date: '2026-11-20', due_time: '17:00' };
  return {
    id: v7(),
    type: 'TaskPromised',
    data: { set, was: {}, own_texts: ['title', 'description'], children: [] },
    private: { title: `Answer letter ${index}`, description: 'Ask who signs it off.', tags: ['work'] },
    metadata: { ...metadata, at: new Date().toISOString() },
  };
}

/** Events of a stream, sealed and chained, as a driver receives them: about 900 bytes each. */
export function eventsToStore(stream: string, count: number): readonly EventToStore[] {
  let previousHash: string | null = null;
  return Array.from({ length: count }, (_, revision) => {
    const place = { stream, revision, previousHash, recordedAt: new Date().toISOString(), schemaVersion: 1, key: KEY };
    const prepared = prepare(newEvent(revision), place);
    previousHash = prepared.hash;
    return prepared.event;
  });
}

/** The same bytes, as the bare client receives them. */
export function asBare({ json }: EventToStore): JSONEventData {
  const { id, type, data, private: sealed, metadata } = JSON.parse(json) as StoredEvent;
  return jsonEvent({ id: v7(), type, data: { id, data, private: sealed }, metadata: { ...metadata } });
}
