import { grantOf, periodOf, usesIn } from '../../app/ai/allowance.ts';
import { type Assistance, type Assisted, type AssistKind, prepareAssistance } from '../../app/ai/assist.ts';
import { removeOwnKey, setOwnKey } from '../../app/ai/own-key.ts';
import type { Assistance as AssistAnswer } from '../../contracts/ai.ts';
import * as calls from '../../contracts/calls/ai.ts';
import type { StoredAiKey } from '../../ports/ai-help.ts';
import { presentAiKey, presentUsage } from '../../presenters/ai.ts';
import { derivedTag } from '../../presenters/task.ts';
import { etag, type IfMatch } from '../kernel/headers.ts';
import { eventStream, wantsEvents } from '../kernel/long-answers.ts';
import { callerOf } from '../kernel/principal.ts';
import { problemOf, Refusal, refusalOf } from '../kernel/problems.ts';
import { type Answer, json, noContent, type Route, route, tagged } from '../kernel/route.ts';
import type { Deps } from '../routes.ts';

// TypeScript cannot see that kind and suggestions match; `prepareAssistance` guarantees it.
const assistAnswer = (kind: AssistKind, assisted: Assisted): AssistAnswer => ({ kind, ...assisted }) as AssistAnswer;

/** Returns suggestions of an AI, or statistics if there is no AI. Nothing is changed. */
export const assistRoute = ({ app }: Deps): Route =>
  route(calls.askForSuggestions, {
    async handle(call) {
      const { kind, task_id } = call.body;
      const prepared = await prepareAssistance(app, callerOf(call), { kind, taskId: task_id ?? null }, call.newId());
      if (wantsEvents(call.context.req.headers.accept)) return streamed(kind, prepared);
      return json(200, assistAnswer(kind, await prepared.answer()));
    },
  });

const streamed = (kind: AssistKind, prepared: Assistance): Answer =>
  eventStream(async (send) => {
    try {
      const watch = { onItem: (item: unknown) => send('suggestion', item), onRestart: () => send('restart', {}) };
      send('done', assistAnswer(kind, await prepared.answer(watch)));
    } catch (error) {
      send(
        'error',
        problemOf(refusalOf(error) ?? new Refusal(500, 'internal', 'Something went wrong on our side. Nothing more is known yet.')),
      );
    }
  });

const tagOf = (stored: StoredAiKey | null): number => derivedTag(1, presentAiKey(stored));
const keyAnswer = (stored: StoredAiKey | null): Answer => json(200, presentAiKey(stored), { ETag: etag(tagOf(stored)) });
const matching =
  (ifMatch: IfMatch) =>
  (present: StoredAiKey | null): boolean =>
    ifMatch === null || ifMatch.versionAmong(tagOf(present)) === tagOf(present);

export function aiKeyRoutes({ app }: Deps): readonly Route[] {
  return [
    route(calls.readKey, {
      handle: async ({ principal: { owner } }) => keyAnswer(await app.aiKeys.aiKey(owner)),
    }),
    route(calls.saveKey, {
      async handle({ principal: { owner }, body: { key, url, model }, ifMatch }) {
        return keyAnswer(await setOwnKey(app, owner, { key, url: url ?? null, model: model ?? null }, matching(ifMatch)));
      },
    }),
    route(calls.removeKey, {
      async handle({ principal: { owner }, ifMatch }) {
        await removeOwnKey(app, owner, matching(ifMatch));
        return noContent();
      },
    }),
  ];
}

export const aiUsageRoute = ({ app }: Deps): Route =>
  route(calls.readUsage, {
    async handle({ principal: { owner }, query: { module } }) {
      const [grant, period] = await Promise.all([grantOf(app, owner), periodOf(app, owner)]);
      return tagged(presentUsage(period, grant, await usesIn(app, owner, period.month), module));
    },
  });
