import { afterAll } from 'vitest';
import type { Answered, Client, Headered } from './client.ts';
import { formBytes, type PartOf } from './forms.ts';
import { type Served, startServed } from './served.ts';

/** One program for all tests of a file, with two people. It ends after the last of them. */
export async function serveTwo(): Promise<{ readonly server: Served; readonly ann: Client; readonly bob: Client }> {
  const server = await startServed({ at: '2026-11-20T16:00:00Z' });
  afterAll(() => server.dispose());
  return { server, ann: await server.member('ann@example.org'), bob: await server.member('bob@example.org') };
}

/** The header of a body that `formBytes` makes. */
export const FORM = { 'content-type': 'multipart/form-data; boundary=between' };

/** Sends a form to the call that takes files. */
export const sendParts = (client: Client, parts: readonly PartOf[], headers: Headered = {}): Promise<Answered> =>
  client.send('POST', '/api/files', formBytes(parts), { ...FORM, ...headers });

/** Uploads a file, for a task or for none. */
export const upload = (client: Client, content: string | Uint8Array, filename = 'a.txt', taskId?: string): Promise<Answered> =>
  sendParts(client, [{ name: 'file', filename, content }, ...(taskId === undefined ? [] : [{ name: 'task_id', content: taskId }])]);
