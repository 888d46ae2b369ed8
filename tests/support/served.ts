import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config.ts';
import { assemble, type Embedded } from '../../src/wiring/assemble.ts';
import { serve } from '../../src/wiring/serve.ts';
import { Client, PASSWORD } from './client.ts';

export interface DevMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface Served extends Embedded {
  readonly url: string;
  readonly folder: string;
  readonly errors: { readonly message: string; readonly fields: object }[];
  /** Moves the clock through everything that is due on the way. */
  advance(duration: string): Promise<void>;
  mails(to?: string): Promise<readonly DevMail[]>;
  member(email: string, name?: string): Promise<Client>;
  /** Ends the program; its folder stays. */
  stop(): Promise<void>;
  dispose(): Promise<void>;
}

export interface ServedOptions {
  readonly folder?: string;
  /** The address at which the clock is set. */
  readonly at?: string;
  /** Real time in milliseconds since the epoch. */
  readonly real?: () => number;
  /** More variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The whole program on a folder, as it is served: HTTP, jobs, the development mailbox and the clock. */
export async function startServed({ folder: given, at, real, env = {} }: ServedOptions = {}): Promise<Served> {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'vouch-served-'));
  const errors: { message: string; fields: object }[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (fields: object, message: string) => void errors.push({ message, fields }),
  };
  const assembled = await assemble({
    config: readConfig({ ...env, VOUCH_DATA: folder, PORT: '0', VOUCH_CLOCK: at }),
    log,
    ...(real && { real }),
  });
  const served = await serve(assembled);
  const { url } = served;
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopped ??= served.stop());
  const anybody = new Client(url);
  const mails = async (to?: string) => (await anybody.get(`/dev/mailbox.json?limit=200${to ? `&to=${encodeURIComponent(to)}` : ''}`)).body;
  const advance = async (advance: string): Promise<void> => {
    const { status, text } = await anybody.post('/dev/clock', { advance });
    if (status !== 200) throw new Error(`The clock did not move: ${text}`);
  };
  return {
    ...assembled,
    url,
    folder,
    errors,
    advance,
    mails,
    async member(email, full_name = 'Ada Ode') {
      const client = new Client(url);
      await client.post('/api/auth/signup', { email, password: PASSWORD, full_name, timezone: 'Europe/Berlin' });
      await advance('PT1S');
      const token = /confirm\?token=(\w+)/.exec((await mails(email))[0]?.text ?? '')?.[1];
      const confirmed = await client.post('/api/auth/confirm', { token });
      if (confirmed.status !== 200) throw new Error(`Could not sign ${email} up: ${confirmed.text}`);
      return client;
    },
    stop,
    async dispose() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
