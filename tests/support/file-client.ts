import type { Answered, Client, Headered } from './client.ts';
import { formBytes, type PartOf } from './forms.ts';

/** The header of a body that `formBytes` makes. */
export const FORM = { 'content-type': 'multipart/form-data; boundary=between' };

/** Sends a form to the call that takes files. */
export const sendParts = (client: Client, parts: readonly PartOf[], headers: Headered = {}): Promise<Answered> =>
  client.send('POST', '/api/files', formBytes(parts), { ...FORM, ...headers });

/** Uploads a file, for a task or for none. */
export const upload = (client: Client, content: string | Uint8Array, filename = 'a.txt', taskId?: string): Promise<Answered> =>
  sendParts(client, [{ name: 'file', filename, content }, ...(taskId === undefined ? [] : [{ name: 'task_id', content: taskId }])]);
