import { type Assistance, type Assisted, type AssistKind, prepareAssistance } from '../../../app/ai/assist.ts';
import type { Assistance as AssistAnswer } from '../../../contracts/ai.ts';
import * as calls from '../../../contracts/calls/ai.ts';
import type { Deps } from '../../deps.ts';
import { eventStream, wantsEvents } from '../../kernel/event-stream.ts';
import { callerOf } from '../../kernel/principal.ts';
import { problemOf, Refusal, refusalOf } from '../../kernel/problems.ts';
import { type Answer, json, type Route, route } from '../../kernel/route.ts';

const shown = (kind: AssistKind, assisted: Assisted): AssistAnswer => ({ kind, ...assisted }) as AssistAnswer;

/** Suggestions of an AI, or of plain statistics in its place. They change nothing. */
export const assistRoute = ({ app }: Deps): Route =>
  route(calls.askForSuggestions, {
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
