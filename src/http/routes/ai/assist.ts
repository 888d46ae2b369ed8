import { type Assistance, type Assisted, type AssistKind, prepareAssistance } from '../../../app/ai/assist.ts';
import { type Assistance as AssistAnswer, assistance, assistBody } from '../../../contracts/ai.ts';
import type { Deps } from '../../deps.ts';
import { jsonBody } from '../../kernel/bodies.ts';
import { eventStream, wantsEvents } from '../../kernel/event-stream.ts';
import { callerOf } from '../../kernel/principal.ts';
import { problemOf, Refusal, refusalOf } from '../../kernel/problems.ts';
import { type Answer, type AnyRoute, json, route } from '../../kernel/route.ts';

const shown = (kind: AssistKind, assisted: Assisted): AssistAnswer => ({ kind, ...assisted }) as AssistAnswer;

/** Suggestions of an AI, or of plain statistics in its place. They change nothing. */
export const assistRoute = ({ app }: Deps): AnyRoute =>
  route({
    method: 'POST',
    path: '/api/ai/assist',
    tag: 'AI',
    access: 'user',
    scopes: ['tasks:read'],
    summary: 'Suggest parts of a task, an estimate, or an order for today',
    description:
      'Nothing is changed by it. Without any key plain statistics and the rubric answer, and say so in `note`. With `Accept: text/event-stream` the events are `suggestion` for each one as it comes, `restart` where those before it do not count, and last `done` with the whole answer, or `error` with a problem document. At most 120 times in 24 hours.',
    body: jsonBody(assistBody),
    replies: { 200: { description: 'Suggestions', schema: assistance } },
    refusals: ['ai_allowance', 'rate_limited'],
    async handle(call) {
      const { kind, task_id } = call.body;
      const prepared = await prepareAssistance(app, callerOf(call), { kind, taskId: task_id ?? null }, call.newId());
      if (wantsEvents(call.context.req.headers.accept)) return streamed(kind, prepared);
      return json(200, shown(kind, await prepared.answer()));
    },
  });

const streamed = (kind: AssistKind, prepared: Assistance): Answer =>
  eventStream(async (send) => {
    try {
      const watch = { onItem: (item: unknown) => send('suggestion', item), onRestart: () => send('restart', {}) };
      send('done', shown(kind, await prepared.answer(watch)));
    } catch (error) {
      send(
        'error',
        problemOf(refusalOf(error) ?? new Refusal(500, 'internal', 'Something went wrong on our side. Nothing more is known yet.')),
      );
    }
  });
