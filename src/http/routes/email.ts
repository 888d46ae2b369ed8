import { changeEmailTask, createEmailTask, deleteEmailTask, resolveEmailTask } from '../../app/email/email-tasks.ts';
import { reviewEmailTask } from '../../app/email/review.ts';
import { sendEmailTask } from '../../app/email/sending.ts';
import { takeUpload } from '../../app/file/files.ts';
import * as calls from '../../contracts/calls/email.ts';
import { presentEmailTask } from '../../presenters/email-task.ts';
import { presentFile } from '../../presenters/file.ts';
import { derivedTag } from '../../presenters/task.ts';
import { emailTasksOf, emailTask as findEmailTask } from '../../projections/email.ts';
import { file as findFile } from '../../projections/file.ts';
import { unchanged } from '../kernel/faults.ts';
import { jsonOf, listPage } from '../kernel/list-page.ts';
import { unlessGone } from '../kernel/long-answers.ts';
import { callerOf } from '../kernel/principal.ts';
import { invalid, notFound } from '../kernel/problems.ts';
import { json, noContent, type Route, route } from '../kernel/route.ts';
import { byId, idOf, oneShown } from '../one-shown.ts';
import { type Deps, waitForReadModels } from '../routes.ts';
import { asUpload, quotaOf } from './file/routes.ts';

function attachmentRoute(deps: Deps): Route {
  const { app } = deps;
  return route(calls.uploadAttachment, {
    receiving: asUpload(app),
    async handle({ context, principal, body, correlationId }) {
      const { owner } = principal;
      const [sent] = body.files;
      if (!sent) throw invalid({ file: ['Send a file.'] });
      const { task_id } = body.fields;
      const upload = { id: sent.kept, name: sent.filename ?? '', taskId: task_id, quota: quotaOf(app, owner) };
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

const A_PAGE = 50;
const READ_ONLY = ['id', 'task_id', 'status', 'review', 'via', 'message_id', 'error', 'created_at', 'sent_at'] as const;

export function emailRoutes(deps: Deps): readonly Route[] {
  const { app, pages } = deps;

  const { read, current, version, written } = oneShown(deps, async ({ principal: { owner }, params }) => {
    const found = await byId(params.id, (id) => findEmailTask(app.views, id));
    if (found === null || found.doc.owner !== owner) return null;
    await app.opener.ready(owner);
    const body = presentEmailTask(app.opener, found);
    return { body, tag: derivedTag(found.doc.version, body) };
  });

  return [
    attachmentRoute(deps),
    route(calls.listEmails, {
      async handle(call) {
        const { owner } = call.principal;
        await app.opener.ready(owner);
        return listPage(pages, call, {
          limit: A_PAGE,
          read: (page) => emailTasksOf(app.views, owner, { task: call.query.task_id, ...page }),
          texts: async (found) => jsonOf(found.map((email) => presentEmailTask(app.opener, email))),
        });
      },
    }),
    route(calls.createEmail, {
      async handle(call) {
        const { task_id, ...input } = call.body;
        const made = await createEmailTask(app, callerOf(call), task_id, input, call.newId());
        return written(call, made, 201, { Location: `${calls.createEmail.path}/${made.id}` });
      },
    }),
    route(calls.sendEmail, {
      async handle(call) {
        const named = { ...call, params: { id: call.body.id } };
        const result = await sendEmailTask(app, callerOf(call), call.body.id, await version(named));
        return written(named, result, result.sent ? 200 : 202);
      },
    }),
    route(calls.readEmail, { handle: read }),
    route(calls.changeEmail, {
      faults: [unchanged(READ_ONLY, current)],
      handle: async (call) => written(call, await changeEmailTask(app, callerOf(call), idOf(call), call.body, await version(call))),
    }),
    route(calls.deleteEmail, {
      async handle(call) {
        const { position } = await deleteEmailTask(app, callerOf(call), idOf(call), await version(call));
        await waitForReadModels(deps, position);
        return noContent();
      },
    }),
    route(calls.reviewEmail, {
      async handle(call) {
        return written(call, await reviewEmailTask(app, callerOf(call), idOf(call), await version(call), call.newId()));
      },
    }),
    route(calls.resolveEmail, {
      handle: async (call) => written(call, await resolveEmailTask(app, callerOf(call), idOf(call), call.body.sent, await version(call))),
    }),
  ];
}
