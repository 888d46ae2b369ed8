import type { HeldEvent } from '../ports/coordination.ts';
import type { CliPorts, Opened } from './ports.ts';

const withProgram = async (ports: CliPorts, work: (opened: Opened) => Promise<number>): Promise<number> => {
  const opened = await ports.open();
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
};

/** Prints a line for each read model: its version, its state, the number of its documents and its position. */
export const status = (ports: CliPorts): Promise<number> =>
  withProgram(ports, async ({ app, runner }) => {
    const head = await app.store.head();
    const all = await runner.status();
    for (const { name, version, state, documents, position } of all) {
      const place = position === head ? 'up to date' : `at ${Number(position)} of ${Number(head)}`;
      ports.print(`${name.padEnd(12)} v${version}  ${state.padEnd(9)} ${String(documents).padStart(9)} documents  ${place}`);
    }
    return all.some(({ state }) => state === 'failing') ? 1 : 0;
  });

export const rebuild = (ports: CliPorts, name: string | undefined): Promise<number> =>
  withProgram(ports, async ({ runner }) => {
    const known = (await runner.status()).map((each) => each.name);
    if (name !== undefined && !known.includes(name)) return refuseUnknown(ports, name, known);
    await runner.rebuild(name);
    for (const each of await runner.status()) {
      if (name === undefined || each.name === name) ports.print(`${each.name} v${each.version}: ${each.documents} documents`);
    }
    return 0;
  });

/** Prints a line for each held lease. */
export const leases = (ports: CliPorts): Promise<number> =>
  withProgram(ports, async ({ leases: held }) => {
    if (held === null) return refuseOnFiles(ports);
    const all = await held.list();
    for (const { name, holder, token, expires_at } of all)
      ports.print(`${name.padEnd(24)} ${holder}  token ${token}  renewed until ${expires_at}`);
    if (all.length === 0) ports.print('No worker holds anything.');
    return all.length > 0 ? 0 : 1;
  });

const TIMEKEEPER = 'timekeeper';

/** Asks the holder to release the lease, so that another worker acquires it within seconds. */
export const moveLease = (ports: CliPorts, name: string): Promise<number> =>
  withProgram(ports, async ({ leases: held, runner }) => {
    if (held === null) return refuseOnFiles(ports);
    const all = await runner.status();
    const found = all.find((each) => each.name === name);
    const lease = found ? `${found.name}.v${found.version}` : name;
    if (!found && name !== TIMEKEEPER) return refuseUnknown(ports, name, [...all.map((each) => each.name), TIMEKEEPER]);
    await held.requestHandover(lease);
    ports.print(`${lease} is asked for; another worker takes it within seconds.`);
    return 0;
  });

function refuseUnknown(ports: CliPorts, name: string, known: readonly string[]): number {
  ports.print(`There is no read model called ${name}. There are: ${known.join(', ')}.`);
  return 1;
}

function refuseOnFiles(ports: CliPorts): number {
  ports.print('On the files in VOUCH_DATA one process does everything: there are no leases.');
  return 1;
}

/** Prints a line for each reactor and one for each event that was set aside. Exit code 1: some events were set aside. */
export const reactorStatus = (ports: CliPorts): Promise<number> =>
  withProgram(ports, async ({ app, reactors, reactorNames }) => {
    const head = await app.store.head();
    const checkpoints = new Map((await reactors.checkpoints()).map((each) => [each.reactor, each.position]));
    const counts = new Map((await reactors.counts()).map((each) => [each.reactor, each]));
    const width = Math.max(...reactorNames.map(({ length }) => length));
    for (const name of reactorNames) {
      const { waiting = 0, aside = 0 } = counts.get(name) ?? {};
      const place = describePosition(checkpoints.get(name), head);
      ports.print(`${name.padEnd(width)}  ${place}  ${waiting} waiting  ${aside} set aside`);
    }
    const aside = await reactors.aside();
    for (const event of aside) ports.print(lineOf(event));
    return aside.length > 0 ? 1 : 0;
  });

/** Takes up events that were set aside. Exit code 1: there is no such reactor, or the event was not set aside. */
export const reactorRetry = (ports: CliPorts, name: string | undefined, eventId: string | undefined): Promise<number> =>
  withProgram(ports, async ({ reactors, reactorNames, leases }) => {
    if (name !== undefined && !reactorNames.includes(name)) {
      ports.print(`There is no reactor called ${name}. There are: ${reactorNames.join(', ')}.`);
      return 1;
    }
    const aside = await reactors.aside();
    const chosen = aside.filter((each) => (name ?? each.reactor) === each.reactor && (eventId ?? each.event_id) === each.event_id);
    for (const event of chosen) await reactors.change({ ...event, aside: false, tries: 0, next_at: null });
    if (eventId !== undefined && chosen.length === 0) {
      ports.print(`The reactor ${name} has set no event ${eventId} aside.`);
      return 1;
    }
    const when = leases === null ? 'when the server starts' : 'within seconds';
    ports.print(chosen.length === 0 ? 'Nothing is set aside.' : `${chosen.length} taken up again: tried ${when}.`);
    return 0;
  });

function describePosition(position: string | undefined, head: string): string {
  if (position === undefined) return 'not begun';
  if (position === head) return 'up to date';
  return `at ${Number(position)} of ${Number(head)}`;
}

const lineOf = ({ reactor, event_id, type, stream, tries, held_at, error }: HeldEvent): string =>
  `SET ASIDE ${reactor} ${event_id}: ${type} in ${stream}, tried ${tries} times since ${held_at}: ${error ?? 'no reason is known'}`;
