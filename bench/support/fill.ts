import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { userCaller } from '../../src/app/caller.ts';
import { send } from '../../src/app/task/task-send.ts';
import { readConfig } from '../../src/config/config.ts';
import { addDays, startOfDay } from '../../src/domain/calendar/local.ts';
import type { TaskCommand } from '../../src/domain/task/commands.ts';
import { type Assembled, assemble } from '../../src/wiring/assemble.ts';
import { makeWhole } from '../../tests/support/whole-folder.ts';
import { ROOT } from './folder.ts';

export const PASSWORD = 'a plain stone bridge';
const ZONE = 'Europe/Berlin';
export const FIRST_DAY = '2026-01-05';
export const SILENT = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields: object, message: string) =>
    process.stderr.write(`${message} ${JSON.stringify(fields)} ${String((fields as { err?: unknown }).err)}\n`),
};

export interface Filling {
  readonly data: string;
  /** Addresses of the accounts. */
  readonly owners: readonly string[];
  /** The log has at least so many events at the end. */
  readonly events: number;
  /** Tasks of each owner a day. */
  readonly daily: number;
}

/** Fills a data folder by the program's own commands: days of tasks that are kept, moved, skipped and missed. */
const fill = ({ data, owners, events, daily }: Filling): Promise<void> =>
  withWorld(data, async ({ program, signUp, liveDay }) => {
    const ids: string[] = [];
    for (const email of owners) ids.push(await signUp(email));
    for (let date = FIRST_DAY; Number(await program.app.store.head()) < events; date = addDays(date, 1))
      await liveDay(date, new Map(ids.map((owner) => [owner, daily])));
  });

/** A program on a new data folder, whose accounts live from `FIRST_DAY` on. */
export interface World {
  readonly program: Assembled;
  /** Gives the id of the account, which is confirmed. */
  signUp(email: string): Promise<string>;
  /** A day in which each of these accounts has so many tasks, until the next day begins. */
  liveDay(date: string, tasks: ReadonlyMap<string, number>): Promise<void>;
}

export async function withWorld(data: string, work: (world: World) => Promise<void>): Promise<void> {
  const mails: string[] = [];
  const mailer = {
    send: async ({ text }: { text: string }) => {
      mails.push(text);
      return { message_id: `m${mails.length}` };
    },
    close: async () => undefined,
  };
  const config = readConfig({ VOUCH_DATA: data, VOUCH_CLOCK: startOfDay(FIRST_DAY, ZONE) });
  const program = await assemble({ config, log: SILENT, mailer: mailer as never });
  try {
    await work({
      program,
      signUp: (email) => signUp(program, email, mails),
      async liveDay(date, tasks) {
        await Promise.all([...tasks].map(([owner, daily]) => liveDay(program, owner, date, daily)));
        await program.app.waitForReadModels(await program.app.store.head());
        await program.timekeeper.move(() => startOfDay(addDays(date, 1), ZONE));
      },
    });
  } finally {
    await program.close();
  }
}

async function signUp({ app, accounts, clock, timekeeper }: Assembled, email: string, mails: readonly string[]): Promise<string> {
  const { userId, position } = await accounts.signup({ email, password: PASSWORD, fullName: 'Bench Reader', timezone: ZONE }, app.newId());
  await app.waitForReadModels(position);
  clock.hold(clock.now());
  await timekeeper.move((now) => now);
  const token = /\/auth\/confirm\?token=(\w+)/.exec(mails.at(-1) ?? '')?.[1] ?? '';
  await accounts.confirm({ token, knownSignups: [userId] }, app.newId());
  return userId;
}

/** The tasks of a day: most are kept, some moved, begun, skipped or missed. Only those that are missed at midnight stay open. */
async function liveDay({ app, clock }: Assembled, owner: string, date: string, daily: number): Promise<void> {
  const at = (hours: number): string => new Date(Date.parse(startOfDay(date, ZONE)) + hours * 3_600_000).toISOString();
  const command = async (id: string, rest: object): Promise<void> => {
    const sent = { owner, now: clock.now(), zone: ZONE, proof_hours: 24, if_match: null };
    await send(app, userCaller(owner, app.newId()), id, { ...sent, ...rest } as TaskCommand);
  };
  clock.hold(at(7));
  const ids = Array.from({ length: daily }, () => app.newId());
  await Promise.all(ids.map((id, index) => command(id, { type: 'Promise', id, ...promise(date, index) })));
  clock.hold(at(12));
  await Promise.all(
    ids.map((id, index) =>
      index % 3 === 0 ? command(id, { type: 'SetStatus', status: 'in_progress', reason: null, children: [] }) : null,
    ),
  );
  clock.hold(at(15));
  await Promise.all(ids.map((id, index) => command(id, fate(index, date))));
}

function promise(date: string, index: number) {
  const fields = {
    due_date: date,
    due_time: index % 2 === 0 ? '23:30' : null,
    priority: index % 4 === 0 ? 'high' : 'none',
    estimate_minutes: 30,
  };
  return {
    fields,
    texts: {
      title: `Answer letter ${index} of ${date} about the migration`,
      description: index % 5 === 0 ? 'Ask for the window, and for who signs it off.' : '',
      tags: ['work'],
    },
  };
}

function fate(index: number, date: string): object {
  if (index % 10 === 9) return { type: 'Edit', fields: { priority: 'low' }, texts: { title: `Answer a letter of ${date}, in short` } };
  if (index % 10 === 8) return { type: 'SetStatus', status: 'skipped', reason: 'No time left before the journey.', children: [] };
  return { type: 'SetStatus', status: 'completed', reason: null, children: [] };
}

const CACHE = join(ROOT, '.cache', 'bench');
/** Is raised whenever the content of the folders changes. */
const VERSION = 3;

/** A folder that is filled once and kept for the next run. */
async function kept(name: string, work: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(CACHE, `${name}.v${VERSION}`);
  await makeWhole(folder, work);
  return folder;
}

const addresses = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `reader${index}@example.org`);

/** 200,000 events of fifty accounts, with their read models. It must not be written to: see `copied`. */
export const filled200k = (): Promise<string> => kept('200k', (data) => fill({ data, owners: addresses(50), events: 200_000, daily: 20 }));

/** One account with so many events. */
export const filledFor = (events: number): Promise<string> =>
  kept(`one-${events}`, (data) => fill({ data, owners: addresses(1), events, daily: events < 10_000 ? 5 : 100 }));

/** A copy that can be written to. */
export function copied(from: string, to: string): string {
  cpSync(from, to, { recursive: true });
  return to;
}
