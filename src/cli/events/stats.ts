import { chosenEvents } from '../../analysis/from-log.ts';
import type { CliPorts } from '../ports.ts';
import { type EventOptions, withLog } from './options.ts';

/** Prints how many events, people and events of each type there are. */
export const eventStats = (ports: CliPorts, options: EventOptions): Promise<number> =>
  withLog(ports, options, async ({ log, disclosure, filters }) => {
    const people = new Set<string>();
    const counts = new Map<string, number>();
    let events = 0;
    for await (const batch of chosenEvents(log, disclosure, filters)) {
      events += batch.length;
      for (const { type, person } of batch) {
        counts.set(type, (counts.get(type) ?? 0) + 1);
        if (person !== null) people.add(person);
      }
    }
    const types = [...counts].toSorted(([a, most], [b, least]) => least - most || (a < b ? -1 : 1));
    if (options.json) {
      ports.print(JSON.stringify({ events, people: people.size, types: Object.fromEntries(types) }));
      return 0;
    }
    ports.print(`${events} events of ${people.size} ${people.size === 1 ? 'person' : 'people'}`);
    for (const [type, count] of types) ports.print(`${String(count).padStart(10)}  ${type}`);
    return 0;
  });
