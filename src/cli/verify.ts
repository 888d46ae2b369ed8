import type { CliPorts } from './ports.ts';

const MEANING: Readonly<Record<string, string>> = {
  hash: 'its hash is not that of what is stored: it was altered',
  chain: 'it does not follow the event before it: something was altered or put in',
  revision: 'events before it are missing, or it stands twice',
};

const NO_FAULTS = { count: 0, first: [] };

/**
 * Verifies the log and gives the exit code. 0: no store is lost, every hash chain is intact, every event matches its
 * type and, with `deep`, every file is intact. 1: something is wrong, and it is printed.
 */
export async function verify(ports: CliPorts, { deep = false }: { readonly deep?: boolean } = {}): Promise<number> {
  const lost = ports.lost();
  for (const sentence of lost) ports.print(`LOST ${sentence}`);
  if (lost.length > 0) return 1;
  const chains = await verifyChains(ports);
  const files = deep ? verifyFiles(ports) : 0;
  return Math.max(chains, files);
}

/** Prints SQLite's own check of its files. Servers check their files themselves. */
function verifyFiles(ports: CliPorts): number {
  const checked = ports.checkFiles();
  if (checked === null) {
    ports.print('The stores are servers: EventStoreDB and MongoDB check their own files.');
    return 0;
  }
  for (const { file, faults } of checked) {
    if (faults.length === 0) ports.print(`${file}: SQLite finds it sound.`);
    for (const fault of faults) ports.print(`DAMAGED ${file}: ${fault}`);
  }
  return checked.some(({ faults }) => faults.length > 0) ? 1 : 0;
}

async function verifyChains(ports: CliPorts): Promise<number> {
  const { events, streams, breaks, faults = NO_FAULTS } = await ports.verify(() => undefined);
  for (const { stream, revision, event_id, reason } of breaks) {
    ports.print(`BROKEN ${stream} at revision ${revision} (event ${event_id}): ${MEANING[reason] ?? reason}.`);
  }
  for (const { stream, event_id, reason } of faults.first) ports.print(`ODD ${stream} (event ${event_id}): ${reason}.`);
  if (faults.count > 0) ports.print(`${faults.count} of ${events} events are not as their type is declared.`);
  ports.print(
    breaks.length === 0
      ? `${events} events in ${streams} streams: every hash chain holds.`
      : `${breaks.length} of ${streams} streams do not hold.`,
  );
  return breaks.length + faults.count === 0 ? 0 : 1;
}
