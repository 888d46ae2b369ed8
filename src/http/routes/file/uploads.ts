import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { DataStore, ERRORS, type Locker, Server, Upload } from '@tus/server';
import type { App } from '../../../app/app.ts';
import type { Quota } from '../../../app/file/quota.ts';
import { beginUpload, finishUpload, resumable } from '../../../app/file/resumable.ts';
import { createKeyedMutex } from '../../../concurrency/keyed-mutex.ts';
import * as calls from '../../../contracts/calls/file.ts';
import { FILE_BYTES } from '../../../contracts/file.ts';
import type { KeyedMutex } from '../../../ports/coordination.ts';
import { UPLOAD_ID, WrongOffset } from '../../../ports/files.ts';
import { unlessGone } from '../../kernel/long-answers.ts';
import { callerOf } from '../../kernel/principal.ts';
import { notFound, Refusal } from '../../kernel/problems.ts';
import { type Answer, type Call, type Route, route } from '../../kernel/route.ts';
import { type Deps, waitForReadModels } from '../../routes.ts';
import { quotaOf } from './routes.ts';

/** Translates the errors of tus into refusals. */
const REFUSALS: Readonly<Record<number, (text: string) => Refusal>> = {
  400: (text) => new Refusal(400, 'malformed', text),
  403: (text) => new Refusal(422, 'validation_failed', text, { fields: { 'Upload-Offset': [text] } }),
  404: () => new Refusal(404, 'not_found', 'There is no such upload. It may be finished, cancelled, or more than 24 hours old.'),
  409: () =>
    new Refusal(409, 'conflict', 'The upload has another length than Upload-Offset says. Ask for it with HEAD, and go on from there.'),
  412: () => new Refusal(412, 'precondition_failed', 'Send Tus-Resumable: 1.0.0.', { headers: { 'Tus-Version': '1.0.0' } }),
  413: () => new Refusal(413, 'too_large', 'These are more bytes than the upload was announced with, or than a file may have (25 MiB).'),
  501: (text) => new Refusal(422, 'validation_failed', text, { fields: { 'Upload-Length': ['Say how many bytes will come.'] } }),
};

const refusalOf = (status: number, text: string): Refusal => {
  const sentence = text.trim() === '' ? 'This is no request of tus 1.0.' : text.trim();
  return REFUSALS[status]?.(sentence) ?? new Refusal(503, 'unavailable', 'The upload is busy. Try again in a moment.');
};

export interface TusOptions
  extends Pick<ConstructorParameters<typeof Server>[0], 'datastore' | 'locker' | 'namingFunction' | 'onUploadFinish'> {
  readonly origins: readonly string[];
  readonly maxSize: number;
  readonly path: string;
}

/** Milliseconds that a request may continue while another one waits for its upload. */
const DRAIN_MS = 1_000;

/** Lets tus answer a request. Errors of tus and of our own parts are thrown as refusals. */
async function tusAnswer(request: IncomingMessage, { origins, ...options }: TusOptions): Promise<Answer> {
  let thrown: unknown = null;
  const server = new Server({
    ...options,
    allowedOrigins: [...origins],
    relativeLocation: true,
    lockDrainTimeout: DRAIN_MS,
    onResponseError(_, error) {
      // Errors of tus itself have a status.
      if (error instanceof Error && !('status_code' in error)) thrown = error;
      return undefined;
    },
  });
  const response = await server.handleWeb(webRequest(request));
  if (thrown !== null) throw thrown;
  if (response.status >= 400) throw refusalOf(response.status, await response.text());
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !/^(content-length|content-type|access-control-.*)$/.test(name)),
  );
  return { status: response.status, headers };
}

/** The headers that tus reads. Only a PATCH passes its body on, because tus would accept a body for other requests, too. */
const TUS_HEADER = /^(tus-|upload-)/;
const BODY_HEADER = /^content-(type|length)$/;

function webRequest(request: IncomingMessage): Request {
  const hasBody = request.method === 'PATCH';
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && (TUS_HEADER.test(name) || (hasBody && BODY_HEADER.test(name)))) headers.set(name, value);
  // The tests of screens read these types too, and with them the browser's, which know another stream.
  const stream = () => Readable.toWeb(request) as unknown as ReadableStream;
  const body = hasBody ? ({ body: stream(), duplex: 'half' } as const) : {};
  return new Request(`http://localhost${request.url}`, {
    method: request.method === 'GET' ? 'HEAD' : (request.method ?? 'HEAD'),
    headers,
    ...body,
  });
}

/**
 * Only one request at a time may use an upload, across all processes. A new request asks the running one in its process to
 * stop: a client that lost its connection returns before the server notices. If two requests use the upload nevertheless, the
 * store accepts the bytes of only one.
 */
function createTusLocker(mutex: KeyedMutex): (owner: string) => Locker {
  const holders = new Map<string, () => unknown>();
  return (owner) => ({
    newLock(id) {
      const key = `upload ${owner} ${id}`;
      const released = Promise.withResolvers<void>();
      return {
        async lock(signal, cancel) {
          holders.get(key)?.();
          const held = Promise.withResolvers<void>();
          mutex(key, async () => {
            held.resolve();
            await released.promise;
          }).catch((error: unknown) => held.reject(error));
          signal.addEventListener('abort', () => held.reject(ERRORS.ABORTED), { once: true });
          await held.promise.catch((error: unknown) => {
            released.resolve();
            throw error;
          });
          holders.set(key, cancel);
        },
        async unlock() {
          holders.delete(key);
          released.resolve();
        },
      };
    },
  });
}

/** Connects tus to our own file store, for one owner. */
class TusStore extends DataStore {
  readonly #app: App;
  readonly #owner: string;
  readonly #quota: Quota;

  constructor(app: App, owner: string, quota: Quota) {
    super();
    this.#app = app;
    this.#owner = owner;
    this.#quota = quota;
    // Uploads expire by the program's clock, so tus must not handle the expiry.
    this.extensions = ['creation', 'termination', 'expiration'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const { filename, task_id } = upload.metadata ?? {};
    const announced = { name: filename ?? '', task_id: task_id || null, size: upload.size ?? 0 };
    await beginUpload(this.#app, this.#owner, upload.id, announced, this.#quota);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await resumable(this.#app, this.#owner, id);
    if (found === null) throw ERRORS.FILE_NOT_FOUND;
    const { name, task_id, size, length, at } = found;
    return new Upload({ id, size, offset: length, creation_date: at, metadata: { filename: name, ...(task_id !== null && { task_id }) } });
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    try {
      const length = await this.#app.files.append(this.#owner, id, offset, content);
      // The upload is already a file, or it was cancelled.
      if (length === null) return (await this.getUpload(id)).offset;
      return length;
    } catch (error) {
      throw error instanceof WrongOffset ? ERRORS.INVALID_OFFSET : error;
    }
  }

  override async remove(id: string): Promise<void> {
    if ((await this.#app.files.upload(this.#owner, id)) === null) throw ERRORS.FILE_NOT_FOUND;
    await this.#app.files.abandon(this.#owner, id);
  }
}

type AnyCall = Pick<Call<unknown, unknown>, 'context' | 'principal' | 'correlationId' | 'newId' | 'params'>;

/** Resumable uploads with tus 1.0 (https://tus.io): creation, termination and expiration. */
export function uploadRoutes(deps: Deps): readonly Route[] {
  const { app } = deps;
  const lockerOf = createTusLocker(app.shared?.mutex ?? createKeyedMutex());

  async function answer({ context, principal, correlationId, newId }: AnyCall, id: string | null): Promise<Answer> {
    const { owner } = principal;
    const upload = id ?? newId();
    const answered = await tusAnswer(context.req, {
      path: calls.beginUpload.path,
      origins: [context.origin],
      maxSize: FILE_BYTES,
      datastore: new TusStore(app, owner, quotaOf(app, owner)),
      locker: lockerOf(owner),
      namingFunction: () => upload,
      async onUploadFinish() {
        await finish({ context, principal, correlationId }, upload);
        return {};
      },
    });
    // If the client disconnected or the program stopped after the last byte, the upload is complete but no file yet. A client that asks
    // about such an upload sends nothing more, so the upload must be finished here.
    if (context.method === 'GET' || context.method === 'HEAD') await finish({ context, principal, correlationId }, upload);
    return { ...answered, headers: { ...answered.headers, ...(await factsOf(owner, upload)) } };
  }

  /** Turns a complete upload into a file. It may be a file already, if the answer to an earlier request was lost. */
  async function finish({ context, ...by }: Pick<AnyCall, 'context' | 'principal' | 'correlationId'>, id: string): Promise<void> {
    const { owner } = by.principal;
    const found = await resumable(app, owner, id);
    if (found === null || found.expires_at === null || found.length < found.size) return;
    const file = { id, name: found.name, taskId: found.task_id, quota: quotaOf(app, owner) };
    await waitForReadModels(deps, await unlessGone(context, (gone) => finishUpload(app, callerOf(by), file, gone)));
  }

  /** The expiry, or the id of the resulting file. */
  async function factsOf(owner: string, id: string): Promise<Readonly<Record<string, string>>> {
    const found = await resumable(app, owner, id);
    if (found === null) return {};
    return found.expires_at === null ? { 'Upload-File-Id': id } : { 'Upload-Expires': new Date(found.expires_at).toUTCString() };
  }

  return [
    route(calls.beginUpload, { handle: (call) => answer(call, null) }),
    route(calls.readUpload, { handle: (call) => answer(call, idOf(call)) }),
    route(calls.continueUpload, { handle: (call) => answer(call, idOf(call)) }),
    route(calls.cancelUpload, { handle: (call) => answer(call, idOf(call)) }),
  ];
}

/**
 * @throws Refusal not_found if no upload can have this id
 */
function idOf({ params }: Pick<AnyCall, 'params'>): string {
  const id = params.id ?? '';
  if (!UPLOAD_ID.test(id)) throw notFound();
  return id;
}
