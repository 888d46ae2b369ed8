import { z } from 'zod';
import { takeUpload } from '../../../app/file/files.ts';
import { ATTACHMENT_BYTES, uploadedAttachment } from '../../../contracts/email-task.ts';
import { presentFile } from '../../../presenters/file.ts';
import { file as findFile } from '../../../projections/file/files.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { multipartBody } from '../../kernel/bodies.ts';
import { unlessGone } from '../../kernel/gone.ts';
import { callerOf } from '../../kernel/principal.ts';
import { invalid, notFound } from '../../kernel/problems.ts';
import { type AnyRoute, json, route } from '../../kernel/route.ts';
import { quotaOf } from '../file/quota.ts';
import { asUpload } from '../file/received.ts';

const id = z.string({ error: 'This is required.' }).min(1, { error: 'An id.' }).max(100, { error: 'An id.' });
/** The text of a field and what stands between the parts. */
const BESIDE = 16_384;

/** Uploads a file of a task, to be attached to an email. */
export function attachmentRoute(deps: Deps): AnyRoute {
  const { app } = deps;
  return route({
    method: 'POST',
    path: '/api/verifications/uploadEmailAttachment',
    tag: 'Emails',
    access: 'user',
    scopes: ['proof:write'],
    summary: 'Upload a file of a task, to be attached to an email',
    description: 'It is a file like any other (`POST /api/files`), of at most 20 MiB. A refusal has `success: false`, too.',
    body: multipartBody({
      fields: z.strictObject({ task_id: id }),
      files: { file: { maxBytes: ATTACHMENT_BYTES, required: true } },
      maxParts: 4,
      maxBytes: ATTACHMENT_BYTES + BESIDE,
      ...asUpload(app),
    }),
    replies: { 200: { description: 'Uploaded', schema: uploadedAttachment } },
    refusals: ['quota_exceeded', 'limit_reached'],
    refusalMembers: { success: false, message: 'Attachment upload failed' },
    async handle({ context, principal, body, correlationId }) {
      const { owner } = principal;
      const [sent] = body.files;
      if (!sent) throw invalid({ file: ['Send a file.'] });
      const { task_id } = body.fields;
      const upload = { id: sent.kept, name: sent.filename ?? '', taskId: task_id, quota: await quotaOf(app, owner) };
      const caller = callerOf({ principal, correlationId });
      await waitForReadModels(deps, await unlessGone(context, (gone) => takeUpload(app, caller, upload, gone)));
      const found = await findFile(app.views, sent.kept);
      if (found === null) throw notFound();
      await app.opener.ready(owner);
      const { name, type, size } = presentFile(app.opener, found);
      return json(200, { success: true, meta: { id: sent.kept, name, type, size, task_id } });
    },
  });
}
