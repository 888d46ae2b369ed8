import { v7 } from 'uuid';
import { afterAll } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import { takeUpload } from '../../src/app/file/files.ts';
import { fixedQuota, type Quota } from '../../src/app/file/quota.ts';
import { promiseTask } from '../../src/app/task/tasks.ts';
import { ProofSubmitted } from '../../src/domain/proof/events.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { file as fileDoc } from '../../src/projections/file.ts';
import type { TestApp } from './app.ts';
import type { Answered, Client, Headered } from './client.ts';
import { formBytes, type PartOf } from './forms.ts';
import { type Served, startServed } from './ways.ts';

export const QUOTA = fixedQuota(10_000_000);

interface Sending {
  readonly name?: string;
  readonly taskId?: string | null;
  readonly quota?: Quota;
  readonly caller?: Caller;
}

let number = 0;
/** No two calls give the same text. */
export const text = (): Buffer => Buffer.from(`note ${number++}`);

/** What tests of files do in an app, on behalf of whoever `me` gives. */
export function uploadsOf(app: TestApp, me: () => Caller) {
  /** An upload that has all of its bytes and is no file yet. */
  async function receive(content: Buffer, owner = me().owner): Promise<string> {
    const id = v7();
    const pieces = async function* () {
      yield content;
    };
    await app.files.receive(owner, id, app.clock.now(), pieces());
    return id;
  }
  return {
    receive,
    async send(content: Buffer, { name = 'a.txt', taskId = null, quota = QUOTA, caller = me() }: Sending = {}): Promise<string> {
      const id = await receive(content, caller.owner);
      await app.done(takeUpload(app, caller, { id, name, taskId, quota }));
      return id;
    },
    newTask: async (verification_type: 'none' | 'general' = 'none'): Promise<string> =>
      (await app.done(promiseTask(app, me(), { title: 'Water the ferns', verification_type }))).id,
    docOf: async (id: string) => (await fileDoc(app.views, id))?.doc ?? null,
    /** A proof that nobody has judged. */
    async giveProof(task: string, file: string): Promise<void> {
      const { owner, actor } = me();
      const [first] = await app.store.readStream(taskStream(task));
      await app.store.append(taskStream(task), { revision: first?.revision ?? 0, hash: first?.metadata.hash ?? '' }, [
        {
          id: v7(),
          type: ProofSubmitted.type,
          data: { ...ProofSubmitted.example.data, file_ids: [file] },
          private: { text: 'Done.' },
          metadata: { owner, actor, correlation_id: v7(), causation_id: null, at: app.clock.now() },
        },
      ]);
      await app.upToDate();
    },
  };
}

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
