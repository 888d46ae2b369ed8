import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Server } from '@tus/server';
import { Refusal } from '../../kernel/problems.ts';
import type { Answer } from '../../kernel/route.ts';

/** What tus refuses with, as refusals of ours. */
const REFUSALS: Readonly<Record<number, (text: string) => Refusal>> = {
  400: (text) => new Refusal(400, 'malformed', text),
  403: (text) => new Refusal(422, 'validation_failed', text, { fields: { 'Upload-Offset': [text] } }),
  404: () => new Refusal(404, 'not_found', 'There is no such upload. It may be finished, cancelled, or more than 24 hours old.'),
  409: () =>
    new Refusal(409, 'conflict', 'The upload has another length than Upload-Offset says. Ask for it with HEAD, and go on from there.'),
  412: () => new Refusal(412, 'precondition_failed', 'Send Tus-Resumable: 1.0.0.', { headers: { 'Tus-Version': '1.0.0' } }),
  413: () => new Refusal(413, 'too_large', 'These are more bytes than the upload was announced with, or than a file may have (25 MiB).'),
  501: (text) => new Refusal(422, 'validation_failed', text, { fields: { 'Upload-Length': ['Say how many bytes will come.'] } }),
};

const refusalOf = (status: number, text: string): Refusal => {
  const sentence = text.trim() === '' ? 'This is no request of tus 1.0.' : text.trim();
  return REFUSALS[status]?.(sentence) ?? new Refusal(503, 'unavailable', 'The upload is busy. Try again in a moment.');
};

export interface TusOptions
  extends Pick<ConstructorParameters<typeof Server>[0], 'datastore' | 'locker' | 'namingFunction' | 'onUploadFinish'> {
  readonly origins: readonly string[];
  readonly maxSize: number;
  readonly path: string;
}

/** How long a request that somebody else waits for may go on, in milliseconds. */
const DRAIN_MS = 1_000;

/** Has tus answer a request. What it refuses is thrown as a refusal of ours, and so is what our own parts of it throw. */
export async function tusAnswer(request: IncomingMessage, { origins, ...options }: TusOptions): Promise<Answer> {
  let thrown: unknown = null;
  const server = new Server({
    ...options,
    allowedOrigins: [...origins],
    relativeLocation: true,
    lockDrainTimeout: DRAIN_MS,
    onResponseError(_, error) {
      // Those of tus itself have a status.
      if (error instanceof Error && !('status_code' in error)) thrown = error;
      return undefined;
    },
  });
  const response = await server.handleWeb(webRequest(request) as never);
  if (thrown !== null) throw thrown;
  if (response.status >= 400) throw refusalOf(response.status, await response.text());
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !/^(content-length|content-type|access-control-.*)$/.test(name)),
  );
  return { status: response.status, headers };
}

/** The headers that tus reads. Only a PATCH has a body: tus would take the body of other requests, too. */
const TUS_HEADER = /^(tus-|upload-)/;
const BODY_HEADER = /^content-(type|length)$/;

function webRequest(request: IncomingMessage): Request {
  const hasBody = request.method === 'PATCH';
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && (TUS_HEADER.test(name) || (hasBody && BODY_HEADER.test(name)))) headers.set(name, value);
  const body = hasBody ? { body: Readable.toWeb(request) as unknown as ReadableStream, duplex: 'half' } : {};
  return new Request(`http://localhost${request.url}`, {
    method: request.method === 'GET' ? 'HEAD' : (request.method ?? 'HEAD'),
    headers,
    ...body,
  } as RequestInit);
}
