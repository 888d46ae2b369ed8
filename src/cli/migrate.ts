import type { CliPorts, Migration, MigrationTarget } from './ports.ts';

/** The targets of a migration: `eventstore` is the servers, `sqlite` the data folder. */
export const TARGETS: readonly MigrationTarget[] = ['eventstore', 'sqlite'];

const START: Readonly<Record<MigrationTarget, string>> = {
  eventstore: 'Start the program with EVENTSTORE_URL and MONGODB_URL now.',
  sqlite: 'Start the program without EVENTSTORE_URL and MONGODB_URL now; the read models are built at the first start.',
};
const AGAIN = 'Run the same command again: it goes on from here.';

/**
 * Runs the migration and gives the exit code. 0: everything was copied and compared. 1: the copies differ. 3: it was
 * stopped or a program still runs; it can be continued.
 */
export async function migrate(ports: CliPorts, to: MigrationTarget): Promise<number> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const { copied, stopped, usedBy, compared, vault, files, readModels } = await ports.migrate(to, ports.progress, stopping.signal);
  ports.progress.done();
  ports.print(`${copied} events copied.`);
  if (readModels !== null) ports.print(`${readModels} read models built from the copy.`);
  if (stopped) ports.print(`Stopped. ${AGAIN}`);
  else if (usedBy !== null)
    ports.print(`In use by ${usedBy}: stop it, and run the same command again for what came since, the vault and the files.`);
  if (stopped || usedBy !== null || compared === null) return 3;
  return report(ports, to, { ...compared, vault, files });
}

type Compared = NonNullable<Migration['compared']> & Pick<Migration, 'vault' | 'files'>;

function report(ports: CliPorts, to: MigrationTarget, { events, missing, difference, vault, files }: Compared): number {
  if (difference) {
    const { stream, revision, event_id } = difference;
    ports.print(
      `DIFFERENT: ${stream} at revision ${revision} (event ${event_id}), behind ${events} events that are the same. Do not use the copy.`,
    );
    return 1;
  }
  ports.print(
    `${events} events compared, each hash worked out anew: the same on both sides. ${vault} entries of the vault, ${files} files.`,
  );
  if (missing > 0) {
    ports.print(`${missing} events were written since. ${AGAIN}`);
    return 3;
  }
  ports.print(START[to]);
  return 0;
}
