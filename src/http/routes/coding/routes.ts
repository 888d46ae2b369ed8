import { z } from 'zod';
import { attemptCode } from '../../../app/coding/attempts.ts';
import { editQuestion } from '../../../app/coding/editing.ts';
import { addQuestions } from '../../../app/coding/questions.ts';
import { removeQuestion } from '../../../app/coding/removing.ts';
import {
  addQuestionsBody,
  type CodeTask,
  changeCodeTaskBody,
  codeAttempt,
  codeAttempted,
  codeStatus,
  codeTask as shape,
} from '../../../contracts/code-task.ts';
import { presentAttempt, presentCodeStatus, presentCodeTask, presentKept, questionIn } from '../../../presenters/code-task.ts';
import { attemptsOf } from '../../../projections/coding/code-attempts.ts';
import { type CodeTaskDoc, codeTasksOf, codeTasksOfTask, codeTask as findCodeTask } from '../../../projections/coding/code-tasks.ts';
import type { Stored } from '../../../projections/engine/documents.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { jsonBody } from '../../kernel/bodies.ts';
import { etag } from '../../kernel/etag.ts';
import { jsonOf, listPage } from '../../kernel/list-page.ts';
import { pageQuery } from '../../kernel/pages.ts';
import { callerOf } from '../../kernel/principal.ts';
import { notFound } from '../../kernel/problems.ts';
import { type Answer, type AnyRoute, type Call, json, noContent, route, tagged } from '../../kernel/route.ts';
import { byId, givenId, idOf } from '../../one-shown.ts';
import { runningFor } from './running.ts';

type CodeCall = Omit<Call<unknown, unknown>, 'body'>;

const PATH = '/api/verifications/code-by-url';
const A_PAGE = 50;
/** An attempt holds code and results. */
const ATTEMPTS = 20;
const READ_ONLY = Object.keys(shape.shape).filter((name) => !(name in changeCodeTaskBody.shape));

/** Coding questions of tasks, and attempts at them. */
export function codingRoutes(deps: Deps): readonly AnyRoute[] {
  const { app, pages } = deps;
  const common = { tag: 'Coding questions', access: 'user' } as const;
  const reading = { ...common, method: 'GET', scopes: ['tasks:read'] } as const;
  const writing = { ...common, scopes: ['proof:write'] } as const;

  async function present(owner: string, found: readonly Stored<CodeTaskDoc>[]): Promise<readonly CodeTask[]> {
    await app.opener.ready(owner);
    return found.filter(({ doc }) => doc.owner === owner).map((one) => presentCodeTask(app.opener, one));
  }
  async function own({ principal, params }: Pick<CodeCall, 'principal' | 'params'>): Promise<Stored<CodeTaskDoc>> {
    const found = await byId(params.id, (one) => findCodeTask(app.views, one));
    if (found === null || found.doc.owner !== principal.owner) throw notFound();
    await app.opener.ready(principal.owner);
    return found;
  }

  return [
    route({
      ...reading,
      path: PATH,
      summary: 'Coding questions, oldest first',
      query: z.object({ task_id: givenId.optional(), ...pageQuery(200) }),
      replies: { 200: { description: 'Coding questions', schema: z.array(shape), pages: true } },
      async handle(call) {
        const { owner } = call.principal;
        const { task_id: task } = call.query;
        // A task has a few.
        if (task !== undefined) return json(200, await present(owner, await codeTasksOfTask(app.views, task)));
        return listPage(pages, call, {
          limit: A_PAGE,
          read: (page) => codeTasksOf(app.views, owner, page),
          texts: async (found) => jsonOf(await present(owner, found)),
        });
      },
    }),
    route({
      ...reading,
      path: `${PATH}/code_status/{id}`,
      summary: 'Whether a coding question is solved',
      replies: { 200: { description: 'How it stands', schema: codeStatus, etag: true } },
      refusals: ['not_found'],
      async handle(call) {
        return tagged(presentCodeStatus(await own(call)));
      },
    }),
    route({
      ...reading,
      path: `${PATH}/{id}/attempts`,
      summary: 'The attempts at a coding question, newest first',
      query: z.object(pageQuery(ATTEMPTS)),
      replies: { 200: { description: 'Attempts', schema: z.array(codeAttempt), pages: true } },
      refusals: ['not_found'],
      async handle(call) {
        const { owner } = call.principal;
        const { doc } = await own(call);
        const question = questionIn(app.opener, doc);
        return listPage(pages, call, {
          limit: ATTEMPTS,
          read: (page) => attemptsOf(app.views, idOf(call), page),
          texts: async (found) => jsonOf(found.map((attempt) => presentKept(app.opener, owner, attempt.doc, question))),
        });
      },
    }),
    route({
      ...writing,
      method: 'POST',
      path: `${PATH}/{id}`,
      summary: 'Read coding questions from their pages, for a task',
      description:
        'The id is the task’s. A page that cannot be read gives a question with the status `needs_statement`: paste its statement then. Pages of networks that are not public are refused.',
      body: jsonBody(addQuestionsBody),
      replies: { 201: { description: 'Added', schema: z.array(shape), location: true } },
      refusals: ['not_found', 'conflict', 'archived', 'limit_reached', 'rate_limited'],
      async handle(call) {
        const { owner } = call.principal;
        const task = idOf(call);
        const urls = [...new Set(call.body.urls)];
        const { ids, position } = await addQuestions(app, callerOf(call), task, urls, call.newId);
        await waitForReadModels(deps, position);
        const found = await codeTasksOfTask(app.views, task);
        const added = found.filter((one) => ids.includes(one.id));
        return json(201, await present(owner, added), { Location: `${PATH}?task_id=${task}` });
      },
    }),
    route({
      ...writing,
      method: 'PUT',
      path: `${PATH}/{id}`,
      summary: 'Change a coding question, or run code on it',
      description:
        'With `code` it runs the code on every example, with `submit` as an attempt that is kept, and answers when it has ended. Without `code` it changes the question, which is possible until code was submitted for it.',
      body: jsonBody(changeCodeTaskBody),
      readOnly: {
        names: READ_ONLY,
        current: async (call) =>
          own(call).then(
            (found) => presentCodeTask(app.opener, found),
            () => null,
          ),
      },
      replies: {
        200: { description: 'The question as it now is, or what came of the code', schema: z.union([codeAttempted, shape]), etag: true },
      },
      refusals: ['not_found', 'precondition_failed', 'conflict', 'limit_reached', 'rate_limited'],
      async handle(call): Promise<Answer> {
        const { doc } = await own(call);
        const codeTaskId = idOf(call);
        const caller = callerOf(call);
        const ifMatch = call.ifMatch === null ? null : call.ifMatch.versionAmong(doc.version);
        const { language, code, submit = false, ...edits } = call.body;
        if (language === undefined || code === undefined) {
          const { position } = await editQuestion(app, caller, codeTaskId, edits, ifMatch);
          await waitForReadModels(deps, position);
          const now = await own(call);
          return json(200, presentCodeTask(app.opener, now), { ETag: etag(now.doc.version) });
        }
        const result = await runningFor(call.context, (gone) =>
          attemptCode(app, caller, codeTaskId, { language, code, submit }, ifMatch, gone),
        );
        await waitForReadModels(deps, result.position);
        const now = await own(call);
        const shown = presentCodeTask(app.opener, now);
        const body = { status: shown.status, attempt: presentAttempt(result.attempt, result.question), code_task: shown };
        return json(200, body, { ETag: etag(now.doc.version) });
      },
    }),
    route({
      ...writing,
      method: 'DELETE',
      path: `${PATH}/{id}`,
      summary: 'Take a coding question away for which no code was submitted',
      replies: { 204: { description: 'Removed' } },
      refusals: ['not_found', 'precondition_failed', 'conflict'],
      async handle(call) {
        const { doc } = await own(call);
        const ifMatch = call.ifMatch === null ? null : call.ifMatch.versionAmong(doc.version);
        const { position } = await removeQuestion(app, callerOf(call), idOf(call), ifMatch);
        await waitForReadModels(deps, position);
        return noContent();
      },
    }),
  ];
}
