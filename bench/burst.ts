import { confirm } from '../tests/support/confirmed.ts';
import { passDay, programWith } from './support/due.ts';
import { withFolder } from './support/folder.ts';
import type { Bench } from './support/measure.ts';

const ACCOUNTS = 20_000;
/** So many accounts are made at a time, so that their events share commits. */
const AT_ONCE = 64;

/** Seconds from the instant at which the reminders of 20,000 accounts fall due until the last mail is handed over. */
export const burst20k: Bench = () =>
  withFolder(async (folder) => {
    const handed: number[] = [];
    const program = await programWith(folder, () => void handed.push(performance.now()));
    const owners = Array.from({ length: ACCOUNTS }, (_, index) => `due${index}`).values();
    const making = async (): Promise<void> => {
      for (const owner of owners) await confirm(program.app, owner);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, making));
    await program.app.waitForReadModels(await program.app.store.head());
    const began = performance.now();
    await passDay(program);
    // Ends when the mails that are being sent are handed over.
    await program.close();
    if (handed.length !== ACCOUNTS) throw new Error(`${handed.length} reminders were sent instead of ${ACCOUNTS}.`);
    const ours = (Math.max(...handed) - began) / 1_000;
    return [{ name: 'burst_20k_seconds', ratio: ours, goal: 30, better: 'lower', ours, baseline: 0, unit: 's', runs: 1 }];
  });
