import { PassThrough } from 'node:stream';
import type { Answer } from './route.ts';

/** Whether a caller asks for Server-Sent Events by name. */
export const wantsEvents = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((one) => one.split(';')[0]?.trim().toLowerCase() === 'text/event-stream');

const HEADERS = {
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
  return { status: 200, headers: HEADERS, stream };
}
