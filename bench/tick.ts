import { join } from 'node:path';
import { accountDecider } from '../src/domain/account/decide.ts';
import { accountStream } from '../src/domain/account/events.ts';
import { handle } from '../src/domain/kernel/handle.ts';
import { collectionName } from '../src/projections/engine/projection.ts';
import { type RemindersDoc, reminders, remindersOf } from '../src/projections/reminders.ts';
import type { Assembled } from '../src/wiring/assemble.ts';
import { confirm } from '../tests/support/confirmed.ts';
import { contextOf } from './support/accounts.ts';
import { passDay, programWith } from './support/due.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';

const DUE = 100;
const RUNS = 9;
const NEVER = '2099-01-01T00:00:00.000Z';

/** A program with so many accounts, of which 100 have their reminder at the same instant of each day. */
async function program(folder: string, accounts: number): Promise<Assembled> {
  const assembled = await programWith(folder);
  const { app } = assembled;
  const owners = Array.from({ length: DUE }, (_, index) => `due${index}`);
  for (const owner of owners) await confirmWithoutMails(assembled, owner);
  await app.waitForReadModels(await app.store.head());
  const doc = (await remindersOf(app.views, owners[0] as string)) as RemindersDoc;
  const writes = Array.from({ length: accounts - DUE }, (_, index) => {
    const owner = `idle${index}`;
    return { id: owner, position: '1'.padStart(20, '0'), doc: { ...doc, owner, next_key: NEVER } };
  });
  await app.documents.apply({ writes: [{ collection: collectionName(reminders), writes }], checkpoints: [] });
  return assembled;
}

/** The reminders of this account are recorded, and no mail is sent. */
async function confirmWithoutMails(assembled: Assembled, owner: string): Promise<void> {
  await confirm(assembled.app, owner);
  const command = { type: 'ChangeSettings', group: 'notifications', set: { task_reminders: false }, if_match: null } as const;
  await handle(assembled.app, accountDecider, accountStream(owner), command, contextOf(owner));
}

/** Milliseconds for one day on which the reminders of 100 accounts are recorded. */
const day = (assembled: Assembled) => timed(() => passDay(assembled));

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
    return [compared({ name: 'tick_100k_over_1k', goal: 1.2, better: 'lower', unit: 'ms a tick' }, sides)];
  });
