import { takeUpload } from '../../../app/file/files.ts';
import * as calls from '../../../contracts/calls/email.ts';
import { presentFile } from '../../../presenters/file.ts';
import { file as findFile } from '../../../projections/file.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { unlessGone } from '../../kernel/gone.ts';
import { callerOf } from '../../kernel/principal.ts';
import { invalid, notFound } from '../../kernel/problems.ts';
import { json, type Route, route } from '../../kernel/route.ts';
import { quotaOf } from '../file/quota.ts';
import { asUpload } from '../file/received.ts';

/** Uploads a file of a task, to be attached to an email. */
export function attachmentRoute(deps: Deps): Route {
  const { app } = deps;
  return route(calls.uploadAttachment, {
    receiving: asUpload(app),
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
