import { z } from 'zod';
import { ownFile, removeFile, takeUpload } from '../../../app/file/files.ts';
import { FILE_BYTES, type File, file as fileShape } from '../../../contracts/file.ts';
import { PREVIEW_SIZES, type PreviewSize } from '../../../ports/file-inspector.ts';
import type { OpenFile } from '../../../ports/files.ts';
import { fileTexts, presentFile } from '../../../presenters/file.ts';
import type { Stored } from '../../../projections/engine/documents.ts';
import { type FileDoc, filesOf, file as findFile } from '../../../projections/file/files.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { multipartBody } from '../../kernel/bodies.ts';
import { unlessGone } from '../../kernel/gone.ts';
import { jsonOf, listPage } from '../../kernel/list-page.ts';
import { pageQuery } from '../../kernel/pages.ts';
import { callerOf } from '../../kernel/principal.ts';
import { invalid, notFound } from '../../kernel/problems.ts';
import { type AnyRoute, json, noContent, route } from '../../kernel/route.ts';
import { byId, givenId } from '../../one-shown.ts';
import { answerBytes } from './bytes.ts';
import { answerPreview } from './preview.ts';
import { quotaOf } from './quota.ts';
import { asUpload } from './received.ts';

const A_PAGE = 100;
/** The text of a field and what stands between the parts. */
const BESIDE = 16_384;

const form = z.strictObject({ task_id: givenId.optional() });
const SIZES = `One of ${PREVIEW_SIZES.join(', ')}.`;
const previewQuery = z.object({
  size: z
    .enum(PREVIEW_SIZES.map(String) as [string, ...string[]], { error: SIZES })
    .transform((size) => Number(size) as PreviewSize)
    .default(PREVIEW_SIZES[0])
    .meta({ override: { type: 'integer', enum: [...PREVIEW_SIZES], default: PREVIEW_SIZES[0] } }),
});

/** What people upload, and their previews. */
export function fileRoutes(deps: Deps): readonly AnyRoute[] {
  const { app, pages } = deps;
  const common = { tag: 'Files', access: 'user' } as const;

  const present = async (owner: string, found: readonly Stored<FileDoc>[]): Promise<readonly File[]> => {
    await app.opener.ready(owner);
    return found.map((one) => presentFile(app.opener, one));
  };
  async function own(owner: string, fileId: string): Promise<FileDoc> {
    const doc = await byId(fileId, (known) => ownFile(app, owner, known));
    if (doc === null) throw notFound();
    return doc;
  }
  async function opened(owner: string, { content }: FileDoc): Promise<OpenFile> {
    const file = await app.files.read(owner, content);
    if (file === null) throw notFound();
    return file;
  }

  return [
    route({
      ...common,
      method: 'POST',
      scopes: ['proof:write'],
      path: '/api/files',
      summary: 'Upload a file',
      description:
        'Pictures (PNG, JPEG, WebP, GIF), PDF, plain text, DOCX, XLSX, PPTX, ODT, ZIP, GZ and MP4, told by their content. Plain text is in UTF-8, UTF-16 or Windows-1252. HTML and SVG are taken as plain text, and under the name of something else not at all. One that belongs to no task, and is not given as proof, goes after 24 hours; one of a task that is deleted before anything was decided about it goes 24 hours after that.',
      body: multipartBody({
        fields: form,
        files: { file: { maxBytes: FILE_BYTES, required: true } },
        maxParts: 4,
        maxBytes: FILE_BYTES + BESIDE,
        ...asUpload(app),
      }),
      replies: { 201: { description: 'Uploaded', schema: fileShape, location: true } },
      refusals: ['quota_exceeded', 'limit_reached'],
      async handle({ context, principal, body, correlationId }) {
        const { owner } = principal;
        const [sent] = body.files;
        if (!sent) throw invalid({ file: ['Send a file.'] });
        const upload = { id: sent.kept, name: sent.filename ?? '', taskId: body.fields.task_id ?? null, quota: await quotaOf(app, owner) };
        const caller = callerOf({ principal, correlationId });
        await waitForReadModels(deps, await unlessGone(context, (gone) => takeUpload(app, caller, upload, gone)));
        const found = await findFile(app.views, sent.kept);
        if (found === null) throw notFound();
        return json(201, (await present(owner, [found]))[0], { Location: `/api/files/${found.id}` });
      },
    }),
    route({
      ...common,
      method: 'GET',
      scopes: ['tasks:read'],
      path: '/api/files',
      summary: 'Files, newest first',
      query: z.object({ task_id: givenId.optional(), ...pageQuery(500) }),
      replies: { 200: { description: 'Files', schema: z.array(fileShape), pages: true } },
      async handle(call) {
        const { owner } = call.principal;
        return listPage(pages, call, {
          limit: A_PAGE,
          read: (page) => filesOf(app.views, owner, { task: call.query.task_id, ...page }),
          texts: async (found) => jsonOf(await present(owner, found)),
        });
      },
    }),
    route({
      ...common,
      method: 'GET',
      scopes: ['tasks:read'],
      path: '/api/files/{id}',
      summary: 'The bytes of a file as they came',
      description: 'As an attachment that nothing can run in. A `Range` of bytes is answered with 206.',
      replies: {
        200: { description: 'The file', media: '*/*' },
        206: { description: 'The range', media: '*/*' },
      },
      refusals: ['not_found', 'range_not_satisfiable'],
      async handle(call) {
        const { owner } = call.principal;
        const doc = await own(owner, call.params.id ?? '');
        await app.opener.ready(owner);
        const { name, sha256 } = fileTexts(app.opener, doc);
        return answerBytes(call, await opened(owner, doc), { name, sha256, type: doc.type });
      },
    }),
    route({
      ...common,
      method: 'GET',
      scopes: ['tasks:read'],
      path: '/api/files/{id}/preview',
      summary: 'A picture made smaller, in WebP and without its metadata',
      query: previewQuery,
      replies: { 200: { description: 'The preview', media: 'image/webp' } },
      refusals: ['not_found'],
      async handle({ principal, params, query, context }) {
        const doc = await own(principal.owner, params.id ?? '');
        return answerPreview(app, context, { id: params.id ?? '', doc, size: query.size });
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      scopes: ['proof:write'],
      path: '/api/files/{id}',
      summary: 'Remove a file that was not given as proof',
      replies: { 204: { description: 'Removed' } },
      refusals: ['not_found', 'conflict'],
      async handle({ principal, params, correlationId }) {
        await own(principal.owner, params.id ?? '');
        await waitForReadModels(deps, await removeFile(app, callerOf({ principal, correlationId }), params.id ?? ''));
        return noContent();
      },
    }),
  ];
}
