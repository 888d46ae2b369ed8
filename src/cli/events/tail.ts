import { setTimeout as pause } from 'node:timers/promises';
import type { ExportedEvent } from '../../analysis/disclosure.ts';
import { beginningOf, eventsAfter, shownOf } from '../../analysis/from-log.ts';
import { type Position, START } from '../../domain/kernel/event.ts';
import type { CliPorts } from '../ports.ts';
import { type Asked, type EventOptions, interruptible, withLog } from './options.ts';

export interface TailOptions extends EventOptions {
  readonly lines: number;
  readonly follow?: boolean;
}

/** How long a follower waits before it looks for new events again. */
const LOOK_MS = 250;

/** Prints the last chosen events, oldest first. With `follow` it goes on until it is interrupted. */
export const tailEvents = (ports: CliPorts, options: TailOptions): Promise<number> =>
  withLog(ports, options, async (asked) => {
    const print = (events: readonly ExportedEvent[]): Promise<void> =>
      events.length === 0 ? Promise.resolve() : ports.write(events.map(options.json ? jsonLine : plainLine).join(''));
    const { events, end } = await lastEvents(asked, options.lines);
    await print(events);
    if (options.follow) await interruptible((signal) => follow(asked, end, signal, print));
    return 0;
  });

const jsonLine = (event: ExportedEvent): string => `${JSON.stringify(event)}\n`;

const plainLine = ({ recorded_at, type, person, stream, data }: ExportedEvent): string =>
  `${recorded_at}  ${type.padEnd(24)}  ${person ?? 'nobody'}  ${stream}  ${JSON.stringify(data)}\n`;

interface Last {
  readonly events: readonly ExportedEvent[];
  /** The position of the newest event that was looked at. */
  readonly end: Position;
}

async function lastEvents(asked: Asked, lines: number): Promise<Last> {
  const { log, filters } = asked;
  const all = Object.values(filters).every((filter) => filter === null);
  if (!all) return lastChosen(asked, lines);
  const newest = await log.readLast(Math.max(lines, 1));
  const events = await shownOf(asked, newest.slice(0, lines).toReversed());
  return { events, end: newest[0]?.position ?? START };
}

/** Reads the log from the beginning, because only then it is known which events are the last ones that were chosen. */
async function lastChosen(asked: Asked, lines: number): Promise<Last> {
  let end = await beginningOf(asked.log, asked.filters);
  let events: readonly ExportedEvent[] = [];
  for await (const batch of eventsAfter(asked.log, end)) {
    const shown = await shownOf(asked, batch);
    if (shown.length > 0 && lines > 0) events = [...events, ...shown].slice(-lines);
    end = batch.at(-1)?.position ?? end;
  }
  return { events, end };
}

async function follow(
  asked: Asked,
  from: Position,
  signal: AbortSignal,
  print: (events: readonly ExportedEvent[]) => Promise<void>,
): Promise<void> {
  let at = from;
  while (!signal.aborted) {
    for await (const batch of eventsAfter(asked.log, at)) {
      await print(await shownOf(asked, batch));
      at = batch.at(-1)?.position ?? at;
      if (signal.aborted) return;
    }
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}
