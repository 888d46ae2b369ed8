import { join } from 'node:path';
import { readConfig } from '../src/config/config.ts';
import { accountDecider } from '../src/domain/account/decide.ts';
import { accountStream } from '../src/domain/account/events.ts';
import { handle } from '../src/domain/kernel/handle.ts';
import { startClock } from '../src/jobs/clock.ts';
import { collectionName } from '../src/projections/engine/projection.ts';
import { type RemindersDoc, reminders, remindersOf } from '../src/projections/reminders.ts';
import { type Assembled, assemble } from '../src/wiring/assemble.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';

const DUE = 100;
const RUNS = 9;
const START = '2026-11-23T20:00:00.000Z';
const NEVER = '2099-01-01T00:00:00.000Z';
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A program with so many accounts, of which 100 have their reminder at the same instant of each day. */
async function program(folder: string, accounts: number): Promise<Assembled> {
  const file = { read: () => null, write: () => undefined };
  const clock = startClock({ file, real: () => Date.parse(START), newest: null, at: null });
  const mailer = { send: async () => ({ message_id: 'none' }), close: async () => undefined };
  const assembled = await assemble({ config: readConfig({ VOUCH_DATA: folder }), log: SILENT, clock, mailer });
  const { app } = assembled;
  const owners = Array.from({ length: DUE }, (_, index) => `due${index}`);
  for (const owner of owners) await confirm(assembled, owner);
  await app.waitForReadModels(await app.store.head());
  const doc = (await remindersOf(app.views, owners[0] as string)) as RemindersDoc;
  const writes = Array.from({ length: accounts - DUE }, (_, index) => {
    const owner = `idle${index}`;
    return { id: owner, position: '1'.padStart(20, '0'), doc: { ...doc, owner, next_key: NEVER } };
  });
  await app.documents.apply({ writes: [{ collection: collectionName(reminders), writes }], checkpoints: [] });
  return assembled;
}

async function confirm({ app }: Assembled, owner: string): Promise<void> {
  await app.keys.createKey(owner);
  const context = { owner, actor: { kind: 'user', id: owner }, correlationId: owner, causationId: null } as const;
  const identity = { email: `${owner}@example.org`, full_name: owner };
  const stream = accountStream(owner);
  await handle(app, accountDecider, stream, { type: 'Register', addressKey: owner, timezone: 'Europe/Berlin', identity }, context);
  await handle(app, accountDecider, stream, { type: 'Confirm' }, context);
  const set = { task_reminders: false };
  await handle(app, accountDecider, stream, { type: 'ChangeSettings', group: 'notifications', set, if_match: null }, context);
}

/** Milliseconds for one day on which the reminders of 100 accounts are sent. */
const day = ({ timekeeper }: Assembled) =>
  timed(() => timekeeper.move((now) => Temporal.Instant.from(now).add({ hours: 24 }).toString({ fractionalSecondDigits: 3 })));

export const tick100kOver1k: Bench = () =>
  withFolder(async (folder) => {
    const [many, few] = [await program(join(folder, 'many'), 100_000), await program(join(folder, 'few'), 1_000)];
    const sides = await interleaved(
      RUNS,
      () => day(many),
      () => day(few),
    );
    await many.close();
    await few.close();
    return [compared({ name: 'tick_100k_over_1k', goal: 1.3, better: 'lower', unit: 'ms a tick' }, sides)];
  });
