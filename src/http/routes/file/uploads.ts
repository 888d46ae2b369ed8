import { z } from 'zod';
import { finishUpload, resumable } from '../../../app/file/resumable.ts';
import { FILE_BYTES } from '../../../contracts/file.ts';
import { UPLOAD_ID } from '../../../ports/files.ts';
import { createKeyedMutex } from '../../../ports/keyed-mutex.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { optionalJsonBody, streamBody } from '../../kernel/bodies.ts';
import { unlessGone } from '../../kernel/gone.ts';
import { callerOf } from '../../kernel/principal.ts';
import { notFound } from '../../kernel/problems.ts';
import { type Answer, type AnyRoute, type Call, route } from '../../kernel/route.ts';
import { quotaOf } from './quota.ts';
import { tusAnswer } from './tus-answer.ts';
import { createTusLocker } from './tus-lock.ts';
import { TusStore } from './tus-store.ts';

const PATH = '/api/files/uploads';
/** tus's own type. */
const OFFSET_TYPE = 'application/offset+octet-stream';

const version = { 'Tus-Resumable': z.literal('1.0.0').meta({ description: '412 without it.' }) };
const WHOLE = '^(0|[1-9][0-9]{0,7})$';
const beginHeaders = z.object({
  ...version,
  'Upload-Length': z.string().regex(new RegExp(WHOLE)).meta({ description: 'How many bytes will come.' }),
  'Upload-Metadata': z
    .string()
    .regex(/^filename [A-Za-z0-9+/]+={0,2}(,task_id [A-Za-z0-9+/]+={0,2})?$/)
    .optional()
    .meta({ description: '`filename` and `task_id`, each with its value in base64.' }),
});
const goOnHeaders = z.object({
  ...version,
  'Upload-Offset': z.string().regex(new RegExp(WHOLE)).meta({ description: 'How many bytes have come.' }),
});

type AnyCall = Pick<Call<unknown, unknown>, 'context' | 'principal' | 'correlationId' | 'newId' | 'params'>;

/** Uploads that go on after a lost connection, by tus 1.0 (https://tus.io): creation, termination and expiration. */
export function uploadRoutes(deps: Deps): readonly AnyRoute[] {
  const { app } = deps;
  const common = { tag: 'Files', access: 'user' } as const;
  const lockerOf = createTusLocker(app.shared?.mutex ?? createKeyedMutex());

  async function answer({ context, principal, correlationId, newId }: AnyCall, id: string | null): Promise<Answer> {
    const { owner } = principal;
    const upload = id ?? newId();
    const quota = (): Promise<number> => quotaOf(app, owner);
    const answered = await tusAnswer(context.req, {
      path: PATH,
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
    // A client that asks for an upload of which all bytes are there sends nothing more. So it is finished here, if the client left
    // before it was, or the program stopped.
    if (context.method === 'GET' || context.method === 'HEAD') await finish({ context, principal, correlationId }, upload);
    return { ...answered, headers: { ...answered.headers, ...(await factsOf(owner, upload)) } };
  }

  /** Makes an upload a file if all its bytes are there. One that is a file already was finished by a request whose answer was lost. */
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
    route({
      ...common,
      method: 'POST',
      scopes: ['proof:write'],
      path: PATH,
      summary: 'Begin a resumable upload',
      description:
        'tus 1.0: send `Tus-Resumable: 1.0.0`, `Upload-Length` and `Upload-Metadata` with `filename` and, if there is one, `task_id`. The bytes go to `Location` by PATCH. It is over after 24 hours.',
      headers: beginHeaders,
      body: optionalJsonBody(z.strictObject({})),
      replies: { 201: { description: 'Begun', location: true } },
      refusals: ['quota_exceeded', 'limit_reached', 'precondition_failed', 'too_large', 'malformed'],
      handle: (call) => answer(call, null),
    }),
    route({
      ...common,
      method: 'GET',
      scopes: ['tasks:read'],
      path: `${PATH}/{id}`,
      summary: 'How far a resumable upload is',
      description:
        'tus 1.0 asks by HEAD: `Upload-Offset` and `Upload-Length`; `Upload-File-Id` once it has become a file. An upload that was not checked after its last byte, because the connection was lost, is checked now, and refused as by PATCH.',
      headers: z.object(version),
      replies: { 200: { description: 'So far' } },
      refusals: ['not_found', 'precondition_failed', 'quota_exceeded', 'limit_reached', 'validation_failed', 'malformed'],
      handle: (call) => answer(call, idOf(call)),
    }),
    route({
      ...common,
      method: 'PATCH',
      scopes: ['proof:write'],
      path: `${PATH}/{id}`,
      summary: 'Go on with a resumable upload',
      description:
        'tus 1.0: bytes from `Upload-Offset` on. What came is kept if the connection breaks. With the last byte the upload is checked and becomes a file, whose id is in `Upload-File-Id`; what cannot become one is 422 here, and gone.',
      headers: goOnHeaders,
      body: streamBody({ maxBytes: FILE_BYTES, media: OFFSET_TYPE }),
      replies: { 204: { description: 'Taken' } },
      refusals: ['not_found', 'conflict', 'precondition_failed', 'quota_exceeded', 'limit_reached', 'validation_failed', 'malformed'],
      handle: (call) => answer(call, idOf(call)),
    }),
    route({
      ...common,
      method: 'DELETE',
      scopes: ['proof:write'],
      path: `${PATH}/{id}`,
      summary: 'Cancel a resumable upload',
      headers: z.object(version),
      replies: { 204: { description: 'Cancelled' } },
      refusals: ['not_found', 'precondition_failed', 'malformed'],
      handle: (call) => answer(call, idOf(call)),
    }),
  ];
}

/** The id in the path. @throws Refusal not_found where no upload can have it */
function idOf({ params }: Pick<AnyCall, 'params'>): string {
  const id = params.id ?? '';
  if (!UPLOAD_ID.test(id)) throw notFound();
  return id;
}
