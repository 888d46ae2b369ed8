import type { App } from '../app/app.ts';
import { revokeWaiting } from '../app/connection/revocations.ts';
import { startAgenda } from '../jobs/agenda.ts';
import type { ProgramClock } from '../jobs/clock.ts';
import { watchForDueWork } from '../jobs/due-watch.ts';
import type { Log } from '../jobs/log.ts';
import type { Timekeeper } from '../jobs/timekeeper.ts';
import type { Reactors } from '../reactors/engine/reactors.ts';
import type { Stores } from '../store/stores.ts';
import type { BackgroundWork } from './assembled.ts';
import { DUE_WORK } from './features.ts';
import type { Meters } from './operations/meters.ts';

export interface RegularWorkParts {
  readonly app: App;
  readonly stores: Stores;
  readonly clock: ProgramClock;
  readonly timekeeper: Pick<Timekeeper, 'tick'>;
  readonly reactors: Reactors;
  readonly meters: Meters;
  readonly log: Log;
}

/** Work that fell due while the program was down is run before the program answers, unless that takes longer than this. */
const CATCH_UP_MS = 10_000;
const AGENDA_MS = 1_000;

/** Regular jobs of earlier versions. Their stored rows are removed. */
const DROPPED = ['cascades'];

const PROMPTS = DUE_WORK.flatMap(({ promptedBy = [] }) => promptedBy);

/** The work that one process does for the whole program: due work, reactors and cleaning up. */
export function regularWork({ app, stores, clock, timekeeper, reactors, meters, log }: RegularWorkParts): BackgroundWork {
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what);
  const tick = (): Promise<void> => timekeeper.tick().catch(failed('due work could not be read'));
  let ends: readonly (() => Promise<void>)[] = [];
  return {
    async catchUp() {
      await reactors.start();
      await Promise.race([tick(), new Promise((resolve) => setTimeout(resolve, CATCH_UP_MS).unref())]);
    },
    async start() {
      const agenda = await startAgenda(
        stores.jobs(),
        meters.jobs([
          { name: 'due', every: '1 second', run: tick },
          { name: 'clock', every: '1 minute', run: async () => clock.save() },
          { name: 'sweep', every: '1 hour', run: () => sweep(app) },
        ]),
        log,
        { shared: stores.leases !== null, dropped: DROPPED },
      );
      ends = [() => agenda.stop(AGENDA_MS)];
      const watch = watchForDueWork(app, PROMPTS, await app.store.head(), tick);
      ends = [...ends, () => watch.stop()];
    },
    async stop() {
      for (const end of ends) await end();
      ends = [];
      await reactors.stop();
    },
  };
}

/**
 * Deletes expired data, uploads that nobody continued, and files that nobody can be reading or writing any more. Revokes tokens
 * whose provider did not answer before.
 */
async function sweep(app: App): Promise<void> {
  const { secretsUpkeep, files, clock } = app;
  await secretsUpkeep.sweep(clock.now());
  await files.sweep(clock.now());
  await revokeWaiting(app);
}
