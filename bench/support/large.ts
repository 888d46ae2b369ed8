import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config.ts';
import { addDays } from '../../src/domain/calendar/local.ts';
import type { JsonObject, NewEvent, Recorded } from '../../src/domain/kernel/event.ts';
import { START } from '../../src/domain/kernel/event.ts';
import type { Expected } from '../../src/domain/kernel/event-store.ts';
import { newestPlace } from '../../src/reactors/engine/reactor.ts';
import { startAnchoring } from '../../src/store/anchor/anchoring.ts';
import { openSqliteStores, type SqliteStores } from '../../src/store/sqlite-stores.ts';
import { REACTORS } from '../../src/wiring/features.ts';
import { VIEWS_FILES } from '../../src/wiring/folding/groups.ts';
import { masterKeysOf } from '../../src/wiring/master-key.ts';
import { FIRST_DAY, withWorld } from './fill.ts';

/** An event of an account that is copied, with its personal part as it was before it was sealed. */
interface Line {
  readonly stream: string;
  readonly type: string;
  readonly text: string;
}

/** What one account has done. */
interface Life {
  readonly owner: string;
  readonly lines: readonly Line[];
}

interface Lives {
  /** Somebody who has kept promises for months, and somebody who signed up on the last day. */
  readonly long: Life;
  readonly short: Life;
  /** The instant at which both end. Nothing is due then. */
  readonly end: string;
}

const DAYS = 60;
const TASKS_OF_LONG = 10;
const TASKS_OF_SHORT = 3;
const PAGE = 500;
const KEY = 'master.key';
/** As many accounts are written side by side, so that they share commits. */
const AT_ONCE = 128;

/**
 * Fills a data folder with so many accounts, and at least so many events of theirs. `two`: a folder for the two accounts that are copied.
 * Gives the instant at which all of them end.
 */
export async function fillLarge(data: string, two: string, { accounts, events }: { accounts: number; events: number }): Promise<string> {
  const { long, short, end } = await livesIn(two);
  mkdirSync(data);
  cpSync(join(two, KEY), join(data, KEY));
  const longOnes = Math.ceil((events - accounts * short.lines.length) / (long.lines.length - short.lines.length));
  const stores = storesIn(data, end);
  const { anchoring } = await startAnchoring({ log: stores.log, anchors: stores.vault }, { accept: false });
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < accounts) {
      const number = next;
      next += 1;
      await copyLife(stores, number < longOnes ? long : short, number);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await anchoring.settle({ closed: true });
  // A program that had lived through all this would have followed it.
  const place = await newestPlace(stores.store);
  await stores.reactors.putCheckpoints(REACTORS.map(({ name }) => ({ reactor: name, ...place })));
  await stores.close();
  return end;
}

const storesIn = (data: string, now: string): SqliteStores =>
  openSqliteStores({ dataDir: data, ...masterKeysOf(readConfig({ VOUCH_DATA: data })), clock: { now: () => now }, views: VIEWS_FILES });

/** Lets two accounts live, by the program's own commands. */
async function livesIn(data: string): Promise<Lives> {
  const owners: string[] = [];
  let end = '';
  await withWorld(data, async ({ program, signUp, liveDay }) => {
    const long = await signUp('long@example.org');
    const last = addDays(FIRST_DAY, DAYS);
    for (let date = FIRST_DAY; date < last; date = addDays(date, 1)) await liveDay(date, new Map([[long, TASKS_OF_LONG]]));
    const short = await signUp('short@example.org');
    await liveDay(
      last,
      new Map([
        [long, TASKS_OF_LONG],
        [short, TASKS_OF_SHORT],
      ]),
    );
    owners.push(long, short);
    end = program.clock.now();
  });
  const stores = storesIn(data, end);
  const [long, short] = await Promise.all(owners.map((owner) => lifeOf(stores, owner)));
  await stores.close();
  return { long: long as Life, short: short as Life, end };
}

async function lifeOf({ store, opener }: SqliteStores, owner: string): Promise<Life> {
  const lines: Line[] = [];
  for (let after = START; ; ) {
    const events = await store.readAll(after, PAGE);
    for (const event of events) if (event.metadata.owner === owner) lines.push(await lineOf(opener, event));
    if (events.length < PAGE) return { owner, lines };
    after = events.at(-1)?.position ?? after;
  }
}

async function lineOf(opener: SqliteStores['opener'], event: Recorded): Promise<Line> {
  const { owner, actor, at, causation_id, correlation_id } = event.metadata;
  const opened: JsonObject | null = owner === null ? null : ((await opener.open(owner, event.private)) as JsonObject | null);
  const metadata: NewEvent['metadata'] = { owner, actor, at, causation_id, correlation_id };
  const { id, type, data, stream } = event;
  return { stream, type, text: JSON.stringify({ id, type, data, private: opened, metadata } satisfies NewEvent) };
}

/** A UUID, or a keyed hash: what names somebody or something of theirs. */
const NAME = /[0-9a-f]{8}(?=-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{56}(?![0-9a-f]))/g;

/** Writes the events of an account again, as those of another account with this number. */
async function copyLife({ store, vault }: SqliteStores, { owner, lines }: Life, number: number): Promise<void> {
  const mark = number.toString(16).padStart(8, '0');
  const named = (text: string): string => text.replaceAll(NAME, mark);
  await vault.createKey(named(owner));
  const ends = new Map<string, Expected>();
  for (const { stream, text } of lines) {
    const into = named(stream);
    // Written by `lineOf`.
    const event = JSON.parse(named(text)) as NewEvent;
    const { revision, events } = await store.append(into, ends.get(into) ?? 'no_stream', [event]);
    ends.set(into, { revision, hash: events[0]?.metadata.hash ?? '' });
  }
}
