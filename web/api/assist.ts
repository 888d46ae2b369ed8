import { EventSourceParserStream } from 'eventsource-parser/stream';
import type * as wire from '../../src/contracts/ai.ts';
import * as calls from '../../src/contracts/calls/ai.ts';
import type { Problem } from '../../src/contracts/problem.ts';
import { type Camel, camel } from './names.ts';
import { ApiError } from './problem.ts';
import { requestRaw } from './request.ts';

export type Assistance = Camel<wire.Assistance>;
export type AssistRequest = Camel<wire.AssistRequest>;

export type Suggestion = Assistance['suggestions'][number];
export type EstimateSuggestion = Extract<Suggestion, { minutes: number }>;
export type PrioritySuggestion = Extract<Suggestion, { taskId: string }>;
export type SplitSuggestion = Exclude<Suggestion, EstimateSuggestion | PrioritySuggestion>;

export interface AssistListener {
  readonly onSuggestion: (suggestion: Suggestion) => void;
  /** The suggestions so far do not count, and others follow. */
  readonly onRestart: () => void;
}

const { failure: FAILURE } = calls.askForSuggestions;
const broken = (): ApiError => new ApiError(FAILURE, { status: 0, code: 'offline' });

/** Asks for suggestions, and tells each as it comes. Gives the whole answer. It changes nothing. @throws ApiError */
export async function assist(request: AssistRequest, listener: AssistListener, signal: AbortSignal): Promise<Assistance> {
  const response = await requestRaw(calls.askForSuggestions, { body: request, accept: 'text/event-stream', signal });
  if (!response.body) throw broken();
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  for (;;) {
    const { done, value } = await events.read().catch((error: unknown) => {
      throw signal.aborted ? error : broken();
    });
    // The connection ended before the answer was whole.
    if (done) throw broken();
    const data: unknown = camel(JSON.parse(value.data));
    if (value.event === 'suggestion') listener.onSuggestion(data as Suggestion);
    else if (value.event === 'restart') listener.onRestart();
    else if (value.event === 'done') return data as Assistance;
    else if (value.event === 'error') throw failed(data as Partial<Problem>);
  }
}

const failed = ({ message, status = 503, code = 'unavailable' }: Partial<Problem>): ApiError =>
  new ApiError(message || FAILURE, { status, code });
