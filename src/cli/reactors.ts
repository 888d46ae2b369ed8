import type { HeldEvent } from '../ports/reactor-progress.ts';
import type { CliPorts } from './ports.ts';
import { withProgram } from './projections.ts';

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
