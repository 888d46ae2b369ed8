import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { throwAwayRest } from '../../../src/http/kernel/body.ts';

it('a connection whose body is too long is closed only after the answer was written', async () => {
  const body = new PassThrough();
  const response = new Writable({ write: (_chunk, _encoding, done) => done() });
  throwAwayRest(body as unknown as IncomingMessage, response as unknown as ServerResponse, 10);
  body.write('more than ten bytes');
  await new Promise(setImmediate);
  expect([body.destroyed, body.isPaused()]).toEqual([false, true]);
  response.end('Too much');
  await new Promise((resolve) => body.once('close', resolve));
  expect(response.writableFinished).toBe(true);
});
