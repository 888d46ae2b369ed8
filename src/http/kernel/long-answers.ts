import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Context } from 'koa';
import { Refusal } from './problems.ts';
import { type Answer, json } from './route.ts';

/**
 * The signal aborts if the client closes the connection before the work is done.
 * @throws Refusal if the work stopped for that reason: nobody reads it, and it is not a fault of the program
 */
export async function unlessGone<T>({ res }: Pick<Context, 'res'>, work: (gone: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController();
  const closed = (): void => gone.abort();
  if (res.closed) closed();
  res.once('close', closed);
  try {
    return await work(gone.signal);
  } catch (error) {
    // Any other error is a real fault, and something may have been written.
    throw gone.signal.aborted && error === gone.signal.reason ? new Refusal(400, 'malformed', 'The client closed the connection.') : error;
  } finally {
    res.off('close', closed);
  }
}

export const wantsEvents = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((one) => one.split(';')[0]?.trim().toLowerCase() === 'text/event-stream');

const EVENT_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Proxies and our own compression would buffer the events.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** The data is JSON. After the client has disconnected, this does nothing. */
export type SendEvent = (event: string, data: unknown) => void;

/** Sends events until `work` is done. `work` must not throw. */
export function eventStream(work: (send: SendEvent) => Promise<void>): Answer {
  const stream = new PassThrough();
  // The client has disconnected. The work stops by itself.
  stream.on('error', () => undefined);
  const send: SendEvent = (event, data) => {
    if (stream.writable) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  void work(send).finally(() => stream.end());
  return { status: 200, headers: EVENT_HEADERS, stream };
}

/** The number of items that are serialised without a pause. */
const SLICE = 250;

/**
 * For lists of tens of thousands of items. They are serialised in slices, and other requests run between two slices. The list
 * comes last in the answer.
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
