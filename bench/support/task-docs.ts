import type { JsonObject } from '../../src/domain/kernel/json.ts';
import type { CollectionSpec } from '../../src/ports/documents.ts';

/** A read model of tasks with indexes like the program's own. */
export const SPEC: CollectionSpec = {
  name: 'tasks',
  indexes: [
    { name: 'live', fields: ['owner', 'live_key'], sparse: true },
    { name: 'status', fields: ['owner', 'status', 'live_key'], sparse: true },
    { name: 'due', fields: ['owner', 'due_date'] },
    { name: 'next', fields: ['next_key'], sparse: true },
  ],
};

/** A document of about 600 bytes. */
export function taskDoc(position: number, index: number): JsonObject {
  const due = `2026-11-${String(1 + (index % 28)).padStart(2, '0')}`;
  return {
    owner: `owner${index % 10}`,
    status: 'pending',
    due_date: due,
    due_time: '17:00',
    live_key: `${due} ${String(position).padStart(8, '0')}`,
    next_key: `${due}T16:00:00.000Z`,
    title: 'c2VhbGVkIHRleHQgdGhhdCBpcyBhYm91dCBhcyBsb25nIGFzIHRpdGxlcyBhcmU',
    description: 'c2VhbGVkIHRleHQgdGhhdCBpcyBhYm91dCBhcyBsb25nIGFzIGRlc2NyaXB0aW9ucyBhcmUsIGEgbGluZSBvciB0d28',
    tags: ['work'],
    priority: 'none',
    archived: false,
    postponed: index % 4,
    created_at: '2026-11-01T08:00:00.000Z',
    completed_at: null,
  };
}
