import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Answered, Client } from '../../support/client.ts';

/** The exports of a checkout's `src/wiring` that the maker needs. They are loaded from the checkout, not from this project. */
interface Wiring {
  readonly assemble: (options: object) => Promise<Assembled>;
  readonly serve: (assembled: Assembled) => Promise<{ readonly url: string; stop(): Promise<void> }>;
  readonly readConfig: (environment: object) => object;
}
interface Assembled {
  readonly stores: { readonly outbox: object };
  readonly timekeeper: { tick(): Promise<void> };
}

export interface OldProgram {
  readonly url: string;
  readonly folder: string;
  /** Moves the clock and does everything that falls due on the way. */
  move(to: string): Promise<void>;
  now(): Promise<string>;
  /** Makes the next WhatsApp messages fail: `once`, so that they are tried again, or for good. Null: they arrive. */
  failing: 'once' | 'good' | null;
  stop(): Promise<void>;
}

/** Opens a folder with the program of a checkout, with its clock at the instant; each call moves the clock by a second. */
export async function openOldProgram(checkout: string, folder: string, at: string): Promise<OldProgram> {
  const load = (path: string) => import(join(checkout, path));
  const { assemble } = (await load('src/wiring/assemble.ts')) as Wiring;
  const { serve } = (await load('src/wiring/serve.ts')) as Wiring;
  const { readConfig } = (await load('src/config.ts')) as Wiring;
  const { outboxWhatsApp } = await load('src/providers/whatsapp/development.ts');
  const { WhatsAppRefused } = await load('src/providers/whatsapp/port.ts');
  const state: { failing: OldProgram['failing'] } = { failing: null };
  const whatsapp = {
    async send(message: object) {
      if (state.failing === 'good') throw new WhatsAppRefused('The number has no account there.');
      if (state.failing === 'once') throw new Error('The service could not be reached.');
      return outboxWhatsApp(assembled.stores.outbox).send(message);
    },
  };
  const ignore = () => undefined;
  const log = {
    info: ignore,
    warn: ignore,
    error: (fields: { err?: Error }, message: string) => console.error(message, fields.err?.message),
  };
  const config = readConfig({ VOUCH_DATA: folder, PORT: '0', VOUCH_CLOCK: at });
  const real = () => Date.parse(at);
  const assembled: Assembled = await assemble({ config, log, real, whatsapp });
  const { url, stop } = await serve(assembled);
  const anybody = new Client(url);
  return {
    url,
    folder,
    stop,
    get failing() {
      return state.failing;
    },
    set failing(how) {
      state.failing = how;
    },
    now: async () => (await anybody.get('/dev/clock')).body.now,
    async move(to) {
      const { status, text } = await anybody.post('/dev/clock', { to });
      if (status !== 200) throw new Error(`The clock did not move: ${text}`);
    },
  };
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'vouch-old-data-'));

const PASSWORD = 'a plain stone bridge';

/** A person with an account, who signs in again when the session has ended. */
export class Somebody {
  readonly email: string;
  readonly client: Client;
  readonly #program: OldProgram;
  password: string = PASSWORD;

  constructor(program: OldProgram, email: string, password = PASSWORD) {
    this.#program = program;
    this.email = email;
    this.client = new Client(program.url);
    this.password = password;
  }

  async signUp(timezone: string, name: string): Promise<void> {
    await this.call('POST', '/api/auth/signup', { email: this.email, password: this.password, full_name: name, timezone });
    await this.call('POST', '/api/auth/confirm', { token: await this.mailed(/confirm\?token=(\w+)/) });
  }

  async signIn(): Promise<void> {
    await this.call('POST', '/api/auth/signin', { email: this.email, password: this.password });
  }

  /** Gives the body. @throws Error with the answer if the call is refused */
  async call(method: string, path: string, body?: unknown): Promise<Answered['body']> {
    let answered = await this.client.send(method, path, body);
    if (answered.status === 401 && !path.startsWith('/api/auth')) {
      await this.signIn();
      answered = await this.client.send(method, path, body);
    }
    if (answered.status >= 300) throw new Error(`${this.email}: ${method} ${path}: ${answered.status} ${answered.text}`);
    return answered.body;
  }

  get = (path: string) => this.call('GET', path);
  post = (path: string, body?: unknown) => this.call('POST', path, body);
  put = (path: string, body?: unknown) => this.call('PUT', path, body);
  patch = (path: string, body?: unknown) => this.call('PATCH', path, body);
  delete = (path: string, body?: unknown) => this.call('DELETE', path, body);
  status = (id: string, status: string, reason?: string) => this.patch(`/api/tasks/${id}/status`, { status, ...(reason && { reason }) });

  /** The link in the newest mail to an address, once that mail is sent. */
  async mailed(link: RegExp, to = this.email): Promise<string> {
    return this.#found(link, `/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  }

  /** The same for a WhatsApp message. */
  async messaged(link: RegExp, to: string): Promise<string> {
    return this.#found(link, `/dev/outbox.json?to=${encodeURIComponent(to)}`);
  }

  /** Mails that are requested after an answer, such as for a forgotten password, arrive a little later. */
  async #found(link: RegExp, path: string): Promise<string> {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      // A step of zero length does what is due.
      await this.#program.move(await this.#program.now());
      const all = (await new Client(this.#program.url).get(path)).body as { text: string }[];
      const found = all.map(({ text }) => link.exec(text)?.[1]).find((token) => token !== undefined);
      if (found !== undefined) return found;
      await setTimeout(100);
    }
    throw new Error(`There is no ${link} at ${path}.`);
  }
}

/** An action of somebody at `MM-DDTHH:MM` of 2026, UTC. */
export type Act = readonly [at: string, run: () => Promise<unknown>];

/** The link in a message to a partner. */
export const PAGE = /\/partner\/(\w+)\n/;
export const STOP = /\/partner\/(\w+)\/unsubscribe/;
/** The link in the mail that says that a bundle is ready. */
export const BUNDLE = /(\/api\/settings\/account\/export\/\w+)/;

/** Presses the button of a partner's page. */
export const post = async (program: OldProgram, path: string): Promise<void> => {
  const { status, text } = await new Client(program.url).post(path);
  if (status !== 200) throw new Error(`POST ${path}: ${status} ${text}`);
};

/** Completes what is due on a day, except every n-th task. */
export async function keep(who: Somebody, date: string, every: number): Promise<void> {
  const due = (await who.get(`/api/tasks?due_from=${date}&due_to=${date}&status=pending`)) as { id: string; verification_type: string }[];
  for (const [index, { id, verification_type }] of due.entries())
    if (verification_type === 'none' && (index + Number(date.slice(-2))) % every !== 0) await who.status(id, 'completed');
}

/** The dates from one `MM-DD` to another, both included. */
export function days(from: string, to: string): readonly string[] {
  const all: string[] = [];
  for (let day = Temporal.PlainDate.from(`2026-${from}`); day.toString() <= `2026-${to}`; day = day.add({ days: 1 }))
    all.push(day.toString().slice(5));
  return all;
}
