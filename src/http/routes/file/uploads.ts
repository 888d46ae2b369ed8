import { finishUpload, resumable } from '../../../app/file/resumable.ts';
import { createKeyedMutex } from '../../../concurrency/keyed-mutex.ts';
import * as calls from '../../../contracts/calls/file.ts';
import { FILE_BYTES } from '../../../contracts/file.ts';
import { UPLOAD_ID } from '../../../ports/files.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { unlessGone } from '../../kernel/gone.ts';
import { callerOf } from '../../kernel/principal.ts';
import { notFound } from '../../kernel/problems.ts';
import { type Answer, type Call, type Route, route } from '../../kernel/route.ts';
import { quotaOf } from './quota.ts';
import { tusAnswer } from './tus-answer.ts';
import { createTusLocker } from './tus-lock.ts';
import { TusStore } from './tus-store.ts';

type AnyCall = Pick<Call<unknown, unknown>, 'context' | 'principal' | 'correlationId' | 'newId' | 'params'>;

/** Uploads that go on after a lost connection, by tus 1.0 (https://tus.io): creation, termination and expiration. */
export function uploadRoutes(deps: Deps): readonly Route[] {
  const { app } = deps;
  const lockerOf = createTusLocker(app.shared?.mutex ?? createKeyedMutex());

  async function answer({ context, principal, correlationId, newId }: AnyCall, id: string | null): Promise<Answer> {
    const { owner } = principal;
    const upload = id ?? newId();
    const quota = (): Promise<number> => quotaOf(app, owner);
    const answered = await tusAnswer(context.req, {
      path: calls.beginUpload.path,
      origins: [context.origin],
      maxSize: FILE_BYTES,
      datastore: new TusStore(app, owner, quota),
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
    const file = { id, name: found.name, taskId: found.task_id, quota: await quotaOf(app, owner) };
    await waitForReadModels(deps, await unlessGone(context, (gone) => finishUpload(app, callerOf(by), file, gone)));
  }

  /** When it expires, or the file that it has become. */
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

/** The id in the path. @throws Refusal not_found where no upload can have it */
function idOf({ params }: Pick<AnyCall, 'params'>): string {
  const id = params.id ?? '';
  if (!UPLOAD_ID.test(id)) throw notFound();
  return id;
}
