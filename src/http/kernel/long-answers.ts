import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Context } from 'koa';
import { Refusal } from './problems.ts';
import { type Answer, json } from './route.ts';

/**
 * Does work for a client. The signal aborts when the client closes the connection before the work is done.
 * @throws Refusal if the work gave up because of that: nobody reads it, and it is no fault of the program
 */
export async function unlessGone<T>({ res }: Pick<Context, 'res'>, work: (gone: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController();
  const closed = (): void => gone.abort();
  if (res.closed) closed();
  res.once('close', closed);
  try {
    return await work(gone.signal);
  } catch (error) {
    // Any other error is one, and tells that something may have been written.
    throw gone.signal.aborted && error === gone.signal.reason ? new Refusal(400, 'malformed', 'The client closed the connection.') : error;
  } finally {
    res.off('close', closed);
  }
}

/** Whether a caller asks for Server-Sent Events by name. */
export const wantsEvents = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((one) => one.split(';')[0]?.trim().toLowerCase() === 'text/event-stream');

const EVENT_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A proxy, or our own compression, would hold the events back.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Sends an event with JSON as its data. Where the client has gone, it is sent to nobody. */
export type SendEvent = (event: string, data: unknown) => void;

/** An answer whose events are sent while `work` goes on. It is over when the work is. `work` must not throw. */
export function eventStream(work: (send: SendEvent) => Promise<void>): Answer {
  const stream = new PassThrough();
  // The client closed the connection. The work ends by itself.
  stream.on('error', () => undefined);
  const send: SendEvent = (event, data) => {
    if (stream.writable) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  void work(send).finally(() => stream.end());
  return { status: 200, headers: EVENT_HEADERS, stream };
}

/** Items that are made into text without a pause. */
const SLICE = 250;

/**
 * An answer whose list `name` may hold tens of thousands of items. Its text is made slice by slice, and between two slices
 * other requests get their turn. The list comes last in the answer.
 */
export async function jsonInPieces<Name extends string>(name: Name, body: Readonly<Record<Name, readonly unknown[]>>): Promise<Answer> {
  const { [name]: items, ...rest } = body;
  if (items.length <= SLICE) return json(200, body);
  const pieces = [`${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(name)}:[`];
  for (let at = 0; at < items.length; at += SLICE) {
    if (at > 0) pieces.push(',');
    pieces.push(JSON.stringify(items.slice(at, at + SLICE)).slice(1, -1));
    await setImmediate();
  }
  pieces.push(']}');
  return { status: 200, stream: Readable.from(pieces.map((piece) => Buffer.from(piece))) };
}
