import type { Context } from 'koa';
import { attemptCode } from '../../app/coding/attempts.ts';
import { editQuestion, removeQuestion } from '../../app/coding/editing.ts';
import { addQuestions } from '../../app/coding/questions.ts';
import { QueueFull } from '../../concurrency/turns.ts';
import * as calls from '../../contracts/calls/coding.ts';
import { type CodeTask, changeCodeTaskBody, codeTask as shape } from '../../contracts/code-task.ts';
import type { Stored } from '../../ports/documents.ts';
import { SandboxClosed } from '../../ports/sandbox.ts';
import { presentAttempt, presentCodeStatus, presentCodeTask, presentKept, questionIn } from '../../presenters/proof.ts';
import { attemptsOf, type CodeTaskDoc, codeTasksOf, codeTasksOfTask, codeTask as findCodeTask } from '../../projections/coding.ts';
import { unchanged } from '../kernel/faults.ts';
import { etag } from '../kernel/headers.ts';
import { jsonOf, listPage } from '../kernel/list-page.ts';
import { unlessGone } from '../kernel/long-answers.ts';
import { callerOf } from '../kernel/principal.ts';
import { notFound, Refusal } from '../kernel/problems.ts';
import { type Answer, type Call, json, noContent, type Route, route, tagged } from '../kernel/route.ts';
import { byId, idOf } from '../one-shown.ts';
import { type Deps, waitForReadModels } from '../routes.ts';

const AGAIN_S = 10;

/**
 * Runs code until it ends or the client disconnects.
 * @throws Refusal 503 if too many runs are waiting, or the program is stopping
 */
async function runningFor<T>(context: Pick<Context, 'res'>, run: (gone: AbortSignal) => Promise<T>): Promise<T> {
  return unlessGone(context, async (gone) => {
    try {
      return await run(gone);
    } catch (error) {
      if (error instanceof QueueFull || error instanceof SandboxClosed) throw busy();
      // The client has disconnected. This is not a fault of the program.
      if (gone.aborted) throw new Refusal(400, 'malformed', 'The client closed the connection.');
      throw error;
    }
  });
}

const busy = (): Refusal =>
  new Refusal(503, 'unavailable', 'Too much code waits to be run right now. Try again in a moment.', {
    headers: { 'Retry-After': String(AGAIN_S) },
  });

type CodeCall = Omit<Call<unknown, unknown>, 'body'>;

const A_PAGE = 50;
/** Attempts are large, because they contain code and results. */
const ATTEMPTS = 20;
const READ_ONLY = Object.keys(shape.shape).filter((name) => !(name in changeCodeTaskBody.shape));

export function codingRoutes(deps: Deps): readonly Route[] {
  const { app, pages } = deps;

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
    route(calls.listQuestions, {
      async handle(call) {
        const { owner } = call.principal;
        const { task_id: task } = call.query;
        // Not paged, because a task has only a few questions.
        if (task !== undefined) return json(200, await present(owner, await codeTasksOfTask(app.views, task)));
        return listPage(pages, call, {
          limit: A_PAGE,
          read: (page) => codeTasksOf(app.views, owner, page),
          texts: async (found) => jsonOf(await present(owner, found)),
        });
      },
    }),
    route(calls.readCodeStatus, {
      async handle(call) {
        return tagged(presentCodeStatus(await own(call)));
      },
    }),
    route(calls.listAttempts, {
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
    route(calls.addQuestions, {
      async handle(call) {
        const { owner } = call.principal;
        const task = idOf(call);
        const urls = [...new Set(call.body.urls)];
        const { ids, position } = await addQuestions(app, callerOf(call), task, urls, call.newId);
        await waitForReadModels(deps, position);
        const found = await codeTasksOfTask(app.views, task);
        const added = found.filter((one) => ids.includes(one.id));
        return json(201, await present(owner, added), { Location: `${calls.listQuestions.path}?task_id=${task}` });
      },
    }),
    route(calls.changeQuestion, {
      faults: [
        unchanged(READ_ONLY, async (call) =>
          own(call).then(
            (found) => presentCodeTask(app.opener, found),
            () => null,
          ),
        ),
      ],
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
    route(calls.removeQuestion, {
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
