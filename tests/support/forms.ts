import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { z } from 'zod';
import { declareCall, formBody } from '../../src/contracts/call.ts';
import { RuleViolation } from '../../src/domain/kernel/decider.ts';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import type { IncomingFile } from '../../src/http/kernel/body.ts';
import { json, type Route, route } from '../../src/http/kernel/route.ts';
import { type Answered, type Client, member } from './client.ts';
import { mountMore, startTestServer, type TestServer } from './server.ts';

export interface PartOf {
  readonly name: string;
  readonly filename?: string;
  readonly media?: string;
  readonly content: string | Uint8Array;
}

/** The bytes of a part up to its content. */
export const partHead = ({ name, filename, media }: Omit<PartOf, 'content'>, boundary: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
  `${media === undefined ? '' : `Content-Type: ${media}\r\n`}\r\n`;

/** A form as it is sent; `end: false` leaves out the closing boundary. */
export function formBytes(parts: readonly PartOf[], boundary = 'between', end = true): Buffer {
  const pieces = parts.flatMap((part) => [Buffer.from(partHead(part, boundary)), Buffer.from(part.content), Buffer.from('\r\n')]);
  return Buffer.concat([...pieces, ...(end ? [Buffer.from(`--${boundary}--\r\n`)] : [])]);
}

export interface FormAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** A request that is written piece by piece, on a connection of its own that stays open. */
export interface Sending {
  readonly request: ClientRequest;
  readonly answer: Promise<FormAnswer>;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
}

export function sending(url: string, path: string, headers: Readonly<Record<string, string>>, options: RequestOptions = {}): Sending {
  const sent = request(url + path, { method: 'POST', headers, agent: new Agent({ keepAlive: true }), ...options });
  const closed = new Promise<void>((resolve) => sent.once('socket', (socket) => socket.once('close', () => resolve())));
  const answer = new Promise<FormAnswer>((resolve, reject) => {
    sent.once('error', reject).once('response', (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) });
        });
    });
  });
  answer.catch(() => undefined);
  return { request: sent, answer, closed };
}

export const KIB = 1_024;
export const FORM_PATH = '/more/forms';

export const NOTE: PartOf = { name: 'note', content: 'Für dich' };
export const FILE: PartOf = { name: 'file', filename: 'naïve.bin', media: 'application/octet-stream', content: 'some bytes' };

export const formType = (boundary = 'between') => ({ 'content-type': `multipart/form-data; boundary=${boundary}` });
export const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code];

const TAKE_FILES = declareCall({
  method: 'POST',
  path: FORM_PATH,
  tag: 'Test',
  summary: 'Takes files',
  access: 'user',
  body: formBody({
    fields: z.strictObject({ note: z.string().min(1), task_id: z.string().optional() }),
    files: {
      file: { maxBytes: 64 * KIB, required: true },
      picture: { maxBytes: 2 * KIB, most: 2, media: ['image/png', 'image/jpeg'] },
    },
    maxParts: 6,
    maxBytes: 256 * KIB,
    idleMs: 300,
  }),
  replies: { 200: { description: 'Taken' } },
  refusals: ['conflict'],
});

/** A server with one route that takes files, the files that it kept, and a signed-in user. */
export interface FormServer {
  readonly server: TestServer;
  readonly route: Route;
  readonly ada: Client;
  /** The kept files by number, in the order in which they began to arrive. */
  readonly kept: ReadonlyMap<number, Buffer>;
  /** How often the handler ran. */
  readonly handled: () => number;
  /** Resolves when the first bytes of the next file have arrived. */
  readonly begun: () => Promise<IncomingFile>;
  readonly post: (parts: readonly PartOf[], headers?: Record<string, string>, boundary?: string) => Promise<Answered>;
  /** Forgets what was kept and counted. */
  readonly clear: () => void;
}

export async function startFormServer(): Promise<FormServer> {
  const kept = new Map<number, Buffer>();
  let numbers = 0;
  let handled = 0;
  let begin: (file: IncomingFile) => void = () => undefined;

  async function keep(file: IncomingFile): Promise<number> {
    numbers += 1;
    const number = numbers;
    kept.set(number, Buffer.alloc(0));
    try {
      for await (const chunk of file.content) {
        kept.set(number, Buffer.concat([kept.get(number) as Buffer, chunk]));
        begin(file);
        // A receiver that keeps only the beginning still gets the right size and hash.
        if (file.filename === 'half') break;
      }
    } catch (error) {
      kept.delete(number);
      throw error;
    }
    return number;
  }

  const form = route(TAKE_FILES, {
    receiving: { keep, discard: async (number) => void kept.delete(number) },
    async handle({ body, principal }) {
      handled += 1;
      if (body.fields.note === 'refuse') throw new RuleViolation('conflict', 'Not now.');
      if (body.fields.note === 'fault') throw new StoreUnavailable('away');
      return json(200, { owner: principal.owner, fields: body.fields, files: body.files });
    },
  });

  const server = await startTestServer({ more: (router, app) => mountMore(router, app, [form]) });
  const ada = await member(server);
  return {
    server,
    route: form,
    ada,
    kept,
    handled: () => handled,
    begun: () =>
      new Promise((resolve) => {
        begin = resolve;
      }),
    post: (parts, headers = {}, boundary = 'between') =>
      ada.post(FORM_PATH, formBytes(parts, boundary), { ...formType(boundary), ...headers }),
    clear() {
      kept.clear();
      handled = 0;
      begin = () => undefined;
    },
  };
}
