import { z } from 'zod';
import { changeEmailTask, createEmailTask, deleteEmailTask, resolveEmailTask } from '../../../app/email/email-tasks.ts';
import { reviewEmailTask } from '../../../app/email/review.ts';
import { sendEmailTask } from '../../../app/email/sending.ts';
import { editEmailBody, emailTask, newEmailBody, resolveEmailBody, sendEmailBody } from '../../../contracts/email-task.ts';
import { derivedTag } from '../../../presenters/derived-tags.ts';
import { presentEmailTask } from '../../../presenters/email-task.ts';
import { emailTasksOf, emailTask as findEmailTask } from '../../../projections/email/email-tasks.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { jsonBody } from '../../kernel/bodies.ts';
import { jsonOf, listPage } from '../../kernel/list-page.ts';
import { pageQuery } from '../../kernel/pages.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type AnyRoute, noContent, route } from '../../kernel/route.ts';
import { byId, idOf, oneShown } from '../../one-shown.ts';
import { attachmentRoute } from './attachments.ts';

const MAX_ID = 100;
const A_PAGE = 50;
const PATH = '/api/verifications/email-tasks';
const READ_ONLY = ['id', 'task_id', 'status', 'review', 'via', 'message_id', 'error', 'created_at', 'sent_at'] as const;

/** With which codes sending is refused: those of a proof, since an email that would not count is not sent. */
const SEND_REFUSALS = [
  'not_found',
  'precondition_failed',
  'archived',
  'conflict',
  'deadline_passed',
  'already_verified',
  'in_review',
  'proof_late',
  'children_open',
  'limit_reached',
] as const;

/** Emails that are proof of tasks. */
export function emailRoutes(deps: Deps): readonly AnyRoute[] {
  const { app, pages } = deps;
  const common = { tag: 'Emails', access: 'user' } as const;
  const writing = { ...common, scopes: ['proof:write'] } as const;
  const one = { description: 'The email as it now is', schema: emailTask, etag: true } as const;

  const { read, current, version, written } = oneShown(deps, async ({ principal: { owner }, params }) => {
    const found = await byId(params.id, (id) => findEmailTask(app.views, id));
    if (found === null || found.doc.owner !== owner) return null;
    await app.opener.ready(owner);
    const body = presentEmailTask(app.opener, found);
    return { body, tag: derivedTag(found.doc.version, body) };
  });

  return [
    attachmentRoute(deps),
    route({
      ...common,
      method: 'GET',
      scopes: ['tasks:read'],
      path: PATH,
      summary: 'Emails, newest first',
      query: z.object({ task_id: z.string({ error: 'One id.' }).min(1).max(MAX_ID).optional(), ...pageQuery(200) }),
      replies: { 200: { description: 'Emails', schema: z.array(emailTask), pages: true } },
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
    route({
      ...writing,
      method: 'POST',
      path: PATH,
      summary: 'Begin an email that is to be proof of a task',
      description: 'Everything but the task can follow later. Recipients, a subject and a text are asked for when it is sent.',
      body: jsonBody(newEmailBody),
      replies: { 201: { ...one, description: 'Begun', location: true } },
      refusals: ['limit_reached'],
      async handle(call) {
        const { task_id, ...input } = call.body;
        const made = await createEmailTask(app, callerOf(call), task_id, input, call.newId());
        return written(call, made, 201, { Location: `${PATH}/${made.id}` });
      },
    }),
    route({
      ...writing,
      method: 'POST',
      path: `${PATH}/send`,
      summary: 'Send an email',
      description:
        'Once: one that was sent is answered with 200 as it is, and one on its way with 202. When the mail server has taken it, it is the proof of its task. An email that could not be proof is not sent. At most 50 in 24 hours.',
      body: jsonBody(sendEmailBody),
      replies: { 200: { ...one, description: 'It was sent already' }, 202: { ...one, description: 'It is being sent' } },
      refusals: SEND_REFUSALS,
      async handle(call) {
        const named = { ...call, params: { id: call.body.id } };
        const result = await sendEmailTask(app, callerOf(call), call.body.id, await version(named));
        return written(named, result, result.sent ? 200 : 202);
      },
    }),
    route({
      ...common,
      method: 'GET',
      scopes: ['tasks:read'],
      path: `${PATH}/{id}`,
      summary: 'One email',
      replies: { 200: { ...one, description: 'The email' } },
      refusals: ['not_found'],
      handle: read,
    }),
    route({
      ...writing,
      method: 'PUT',
      path: `${PATH}/{id}`,
      summary: 'Change an email that was not sent yet',
      body: jsonBody(editEmailBody),
      readOnly: { names: READ_ONLY, current },
      replies: { 200: one },
      refusals: ['not_found', 'precondition_failed', 'conflict'],
      handle: async (call) => written(call, await changeEmailTask(app, callerOf(call), idOf(call), call.body, await version(call))),
    }),
    route({
      ...writing,
      method: 'DELETE',
      path: `${PATH}/{id}`,
      summary: 'Delete an email that was not sent',
      description: 'Its attachments stay files of the task.',
      replies: { 204: { description: 'Deleted' } },
      refusals: ['not_found', 'precondition_failed', 'conflict'],
      async handle(call) {
        const { position } = await deleteEmailTask(app, callerOf(call), idOf(call), await version(call));
        await waitForReadModels(deps, position);
        return noContent();
      },
    }),
    route({
      ...writing,
      method: 'POST',
      path: `${PATH}/{id}/review`,
      summary: 'Have a draft reviewed by the AI, or by the rubric in its place',
      description: 'At most 100 times in 24 hours, and by an AI as often as the plan includes.',
      replies: { 200: one },
      refusals: ['not_found', 'precondition_failed', 'conflict', 'ai_allowance'],
      async handle(call) {
        return written(call, await reviewEmailTask(app, callerOf(call), idOf(call), await version(call), call.newId()));
      },
    }),
    route({
      ...writing,
      method: 'POST',
      path: `${PATH}/{id}/resolve`,
      summary: 'Say whether an email went out of which nobody knows it',
      description: '`true`: it was sent, and is proof on your word. `false`: it was not, and can be sent again.',
      body: jsonBody(resolveEmailBody),
      replies: { 200: one },
      refusals: ['not_found', 'precondition_failed', 'conflict'],
      handle: async (call) => written(call, await resolveEmailTask(app, callerOf(call), idOf(call), call.body.sent, await version(call))),
    }),
  ];
}
