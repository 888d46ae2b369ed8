import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { close, listen } from './listening.ts';

export interface AiRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly response_format: { readonly json_schema: { readonly strict: boolean; readonly schema: Record<string, unknown> } };
    readonly max_tokens: number;
    readonly stream?: boolean;
  };
}

/** What the server does with a request. */
export type Behaviour = (response: ServerResponse, request: AiRequest) => void;

/** An OpenAI-compatible server on loopback. Each request meets the next of the behaviours, and the last one stays. */
export interface AiServer {
  readonly url: string;
  /** Oldest first. */
  readonly requests: readonly AiRequest[];
  close(): Promise<void>;
}

export async function startAi(...behaviours: readonly Behaviour[]): Promise<AiServer> {
  const requests: AiRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const behave = behaviours[Math.min(requests.length, behaviours.length - 1)];
      const received = { path: request.url ?? '', headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString()) };
      requests.push(received);
      behave?.(response, received);
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () => close(server),
  };
}

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
};

const completion = (message: object, finish_reason = 'stop') => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'answered/by-another',
  choices: [{ index: 0, finish_reason, message: { role: 'assistant', ...message } }],
});

/** Answers with this text, or with this value as JSON. */
export const answer =
  (content: unknown): Behaviour =>
  (response, { body }) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    if (body.stream) void stream(response, text.match(/[\s\S]{1,9}/g) ?? []);
    else sendJson(response, 200, completion({ content: text }));
  };

/** Answers with these pieces of a text while they come, where that is asked for. */
export const answerInPieces =
  (pieces: AsyncIterable<string>): Behaviour =>
  (response) =>
    void stream(response, pieces);

async function stream(response: ServerResponse, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'answered/by-another',
    choices: [{ index: 0, delta, finish_reason }],
  });
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  send(chunk({ role: 'assistant', content: '' }));
  for await (const content of pieces) send(chunk({ content }));
  send(chunk({}, 'stop'));
  response.end('data: [DONE]\n\n');
}

/** Refuses with an error whose message is this. */
export const refuse =
  (status: number, message: string): Behaviour =>
  (response) =>
    sendJson(response, status, { error: { message, type: 'invalid_request_error', param: null, code: 'invalid_api_key' } });

/** Answers without a stream, although one is asked for. */
export const answerAtOnce =
  (content: unknown): Behaviour =>
  (response) =>
    sendJson(response, 200, completion({ content: JSON.stringify(content) }));

export const decline: Behaviour = (response) => sendJson(response, 200, completion({ content: null, refusal: 'I cannot help with that.' }));

export const filter: Behaviour = (response) => sendJson(response, 200, completion({ content: '' }, 'content_filter'));

/** An error whose text repeats all that was sent, the key too. */
export const fail =
  (status: number): Behaviour =>
  (response, { headers, body }) =>
    sendJson(response, status, { error: { message: `${headers.authorization} ${JSON.stringify(body)}`, type: 'error' } });

/** An error as some services give it, with status 200. */
export const failQuietly: Behaviour = (response) => sendJson(response, 200, { error: { message: 'No provider', code: 502 } });

export const sendPage: Behaviour = (response) =>
  void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Sign in</title>');

export const sendHalfOfJson: Behaviour = (response) =>
  void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"choices": [{"message": {"con');

export const sendTooMuch: Behaviour = (response) => sendJson(response, 200, completion({ content: 'x'.repeat(2_000_000) }));

export const redirect: Behaviour = (response) => void response.writeHead(307, { Location: '/v1/elsewhere' }).end();

export const hangUp: Behaviour = (response) => void response.destroy();

/** Takes the request and never answers. */
export const staySilent: Behaviour = () => undefined;

/** Begins to answer and never ends. */
export const stall: Behaviour = (response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"choices": [');
