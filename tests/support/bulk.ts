import { expect } from 'vitest';
import type { Client } from './client.ts';

export interface Listed {
  readonly id: string;
  readonly [field: string]: unknown;
}
interface Refused {
  readonly id: string;
  readonly code: string;
  readonly message: string;
}
interface Undone {
  readonly done: Listed[];
  readonly refused: Refused[];
}

/** Due in Berlin, four days after the clock of the tests begins. */
const DUE = { due_date: '2026-11-24', due_time: '18:00' };

/** A person who makes tasks, and changes several of them at once. */
export function bulkOf(client: Client) {
  const make = async (fields: object = {}): Promise<string> => {
    const { status, body, text } = await client.post('/api/tasks', { title: 'A task', ...DUE, ...fields });
    expect(status, text).toBe(201);
    return body.id;
  };
  const post = async <Body>(path: string, sent?: object): Promise<Body> => {
    const { status, body, text } = await client.post(path, sent);
    expect(status, text).toBe(200);
    return body;
  };
  return {
    client,
    make,
    async several(...all: readonly object[]): Promise<string[]> {
      const ids: string[] = [];
      for (const fields of all) ids.push(await make(fields));
      return ids;
    },
    read: async (id: string): Promise<Listed> => (await client.get(`/api/tasks/${id}`)).body,
    list: async (query = ''): Promise<Listed[]> => (await client.get(`/api/tasks${query}`)).body,
    skip: (id: string) => client.patch(`/api/tasks/${id}/status`, { status: 'skipped', reason: 'ill' }),
    complete: (id: string) => client.patch(`/api/tasks/${id}/status`, { completed: true }),
    change: (ids: readonly string[], change: object) => post<Undone & { readonly batch_id: string }>('/api/tasks/bulk', { ids, change }),
    undo: (batch: string) => post<Undone>(`/api/tasks/bulk/${batch}/undo`),
  };
}
export type Bulk = ReturnType<typeof bulkOf>;

export const field = (tasks: readonly Listed[], name: string): unknown[] => tasks.map((one) => one[name]);
export const idsOf = (tasks: readonly { readonly id: string }[]): string[] => tasks.map(({ id }) => id);
export const codes = (refused: readonly Refused[]): [string, string][] => refused.map(({ id, code }) => [id, code]);
