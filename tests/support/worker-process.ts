import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Action } from '../../src/cli/simulate/actions.ts';
import { runActions } from '../../src/cli/simulate/live.ts';
import { fileOutbox } from '../../src/cli/simulate/outbox.ts';
import { readConfig } from '../../src/config/config.ts';
import { later } from '../../src/domain/calendar/dates.ts';
import { assemble } from '../../src/wiring/assemble.ts';

/** What the process is asked to do. It answers each with `done`, and with `working` when it first writes. */
export type Asked =
  | { readonly does: 'reach'; readonly instant: string }
  | { readonly does: 'live'; readonly owners: readonly string[]; readonly actions: readonly Action[] }
  | { readonly does: 'end' };
export type Answered = { readonly says: 'ready' | 'working' | 'done' } | { readonly says: 'failed'; readonly error: string };

/** The program on a folder, in a process of its own, with a real time that stands still: its clock continues from where it stood. */
const { values } = parseArgs({ options: { folder: { type: 'string' }, at: { type: 'string' } } });
const { folder = '', at = '' } = values;
const say = (answer: Answered): void => void process.send?.(answer);
const failed = (error: unknown): void =>
  say({ says: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });

const { mailer, whatsapp } = fileOutbox(join(folder, 'messages.ndjson'));
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: ({ err }: { readonly err?: unknown }, message: string) => failed(new Error(message, { cause: err })),
};
const program = await assemble({ config: readConfig({ VOUCH_DATA: folder }), log, real: () => Date.parse(at), mailer, whatsapp });
const { app, accounts, timekeeper } = program;
const opened = { app, accounts, move: timekeeper.move };

let quiet = true;
const append = app.store.append.bind(app.store);
app.store.append = async (...args) => {
  const appended = await append(...args);
  if (quiet) say({ says: 'working' });
  quiet = false;
  return appended;
};

async function does(asked: Asked): Promise<void> {
  quiet = true;
  if (asked.does === 'reach') await timekeeper.move((now) => later(now, asked.instant));
  else if (asked.does === 'live') await runActions({ opened, reach: async () => undefined }, asked.owners, asked.actions);
  else await program.close();
  say({ says: 'done' });
  if (asked.does === 'end') process.disconnect?.();
}

process.on('message', (asked: Asked) => void does(asked).catch(failed));
say({ says: 'ready' });
