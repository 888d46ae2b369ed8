import { setImmediate as breath } from 'node:timers/promises';
import type { LogAnchor } from '../../ports/log-anchor.ts';
import { differenceOf } from '../anchor/check.ts';
import type { RawLog } from '../event-log/raw-log.ts';
import { asPosition } from '../event-log/sqlite-row.ts';
import { walkEvents } from './chains.ts';
import { type Fault, faultOf } from './fault.ts';
import { type LogFile, missingBytes, openLogFile, sentenceOf } from './log-file.ts';
import { type BreakReason, LogWalk, type WalkOptions } from './walk.ts';

export interface LogReport {
  readonly events: number;
  readonly streams: number;
  readonly faults: readonly Fault[];
  /** What a vault has to know of exactly these events. */
  readonly end: LogAnchor;
  /** The events can be folded: each of them was read, and follows the one before it in its stream. */
  readonly isReadable: boolean;
}

const MEANING: Readonly<Record<BreakReason, string>> = {
  unreadable: 'it cannot be read: its text is not that of an event',
  columns: 'its row names another event than its text, which is that of',
  revision: 'events before it are missing, or it stands twice',
  chain: 'it does not follow the event before it: something was altered or put in',
  hash: 'its hash is not that of what is stored: it was altered',
};

/** Few enough that the texts of a batch are freed before the collector copies them. */
const BATCH = 200;
/** The number of faults of one kind that are listed. */
const SHOWN = 20;

function faultsOf(walk: LogWalk): readonly Fault[] {
  const { breaks, oddities, difference, events } = walk;
  const odd = oddities.first.map(({ reason, ...at }) => faultOf('log', `it is not as its type is declared: ${reason}`, at));
  const more = oddities.count - odd.length;
  return [
    ...breaks.map(({ reason, in_text, ...at }) => faultOf('log', [MEANING[reason], in_text ?? ''].join(' ').trim(), at)),
    ...odd,
    ...(more > 0 ? [faultOf('log', `${oddities.count} of ${events} events are not as their types are declared`)] : []),
    ...(difference === null ? [] : [faultOf('anchor', `${differenceOf(difference)}`, difference.later ?? {})]),
  ];
}

/** Checks the log of EventStoreDB, which gives parsed events and has an index of its own. @throws StoreUnavailable */
export async function checkEvents(
  log: Pick<RawLog, 'readAll'>,
  options: WalkOptions,
  onProgress: (events: number) => void,
): Promise<LogReport> {
  const walk = await walkEvents(log, options, onProgress);
  return { events: walk.events, streams: walk.streams, faults: faultsOf(walk), end: walk.end, isReadable: walk.breaks.length === 0 };
}

/** Checks `events.db`: every row, its columns, its chain and its place in the index. Reads the file only. */
export async function checkLogFile(path: string, options: WalkOptions, onProgress: (events: number) => void): Promise<LogReport> {
  const walk = new LogWalk(options);
  let file: LogFile | null = null;
  const own: Fault[] = [];
  let isReadable = true;
  try {
    file = openLogFile(path);
    const missing = missingBytes(path);
    if (missing > 0) own.push(faultOf('log', `events.db was cut: its last ${missing} bytes are missing`, { subject: 'events.db' }));
    const index = new IndexWalk(file.indexedTo);
    for (let after = 0; ; ) {
      const rows = file.rows(after, BATCH);
      for (const row of rows) {
        if (row[0] !== after + 1) own.push(gap(after + 1, row[0] - 1));
        after = row[0];
        index.add(row[0], row[5], row[1], row[2]);
        walk.addRow(row);
      }
      onProgress(walk.events);
      if (rows.length === 0) break;
      await breath();
    }
    own.push(...index.faults(file));
  } catch (error) {
    isReadable = false;
    const where = file === null ? '' : ` beyond event ${walk.events}`;
    own.push(faultOf('log', `events.db cannot be read${where}: ${sentenceOf(error)}`, { subject: 'events.db' }));
  } finally {
    file?.close();
    walk.close();
  }
  const faults = [...faultsOf(walk), ...own.slice(0, SHOWN)];
  return { events: walk.events, streams: walk.streams, faults, end: walk.end, isReadable: isReadable && walk.breaks.length === 0 };
}

/** On SQLite the positions are consecutive numbers. */
const gap = (from: number, to: number): Fault =>
  faultOf('log', from === to ? `the event at position ${from} is missing` : `the events at positions ${from} to ${to} are missing`, {
    position: asPosition(from),
  });

/** Compares the index of streams with the events. */
class IndexWalk {
  readonly #indexedTo: number | null;
  readonly #found: Fault[] = [];
  #wrong = 0;
  #right = 0;
  #last = 0;

  constructor(indexedTo: number | null) {
    this.#indexedTo = indexedTo;
  }

  add(position: number, place: number | null, stream: string, revision: number): void {
    this.#last = position;
    const expected = this.#indexedTo !== null && position <= this.#indexedTo ? position : null;
    if (place !== null && place === position) this.#right += 1;
    if (place === expected) return;
    this.#wrong += 1;
    if (this.#found.length >= SHOWN) return;
    const reason =
      place === null
        ? 'the index of streams does not have it'
        : place === position
          ? 'it is in the index before its turn'
          : 'the index of streams leads to another event';
    this.#found.push(faultOf('index', reason, { stream, revision, position: asPosition(position) }));
  }

  faults(file: LogFile): readonly Fault[] {
    const strays = file.indexRows() === this.#right ? [] : file.strayIndexRows(SHOWN);
    const mark = this.#indexedTo;
    return [
      ...(mark === null ? [faultOf('index', 'the index of streams does not say up to which event it goes')] : []),
      ...(mark !== null && mark > this.#last
        ? [faultOf('index', `the index of streams says that it goes up to position ${mark}, and the log ends at ${this.#last}`)]
        : []),
      ...this.#found,
      ...(this.#wrong > this.#found.length ? [faultOf('index', `the index of streams is wrong about ${this.#wrong} events`)] : []),
      ...strays.map(({ stream, revision }) =>
        faultOf('index', 'the index of streams has a row that belongs to no event', { stream, revision }),
      ),
    ];
  }
}
