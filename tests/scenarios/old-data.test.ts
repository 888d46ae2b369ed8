import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { EVENTS } from '../../src/domain/catalogue.ts';
import { type JsonObject, START } from '../../src/domain/kernel/event.ts';
import { faultOf } from '../../src/domain/kernel/event-catalogue.ts';
import { collectionName } from '../../src/projections/engine/projection.ts';
import { checkEvent, PROJECTIONS } from '../../src/wiring/features.ts';
import { type Answer, ask, flowed } from '../old-data/answers.ts';
import { putFiles, readOldData } from '../old-data/archive.ts';
import { KNOWN_CHANGES } from '../old-data/known-changes.ts';
import { oneByChance, someByChance } from '../support/by-chance.mjs';
import { passwordsInFull } from '../support/cheap-passwords.ts';
import { Client } from '../support/client.ts';
import { dumpViews } from '../support/rebuilt.ts';
import { removeViews } from '../support/views-files.ts';
import { type Served, startServed } from '../support/ways.ts';

const { files, recording } = readOldData();
const folder = mkdtempSync(join(tmpdir(), 'vouch-old-data-'));
/** How many of the answers that differ are shown. */
const SHOWN = 3;
let served: Served;
// The recorded hashes were derived in full.
passwordsInFull();

beforeAll(async () => {
  putFiles(files, folder);
  await open();
}, 180_000);
afterAll(async () => {
  await served?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The clock has the instant of the recording. */
async function open(): Promise<void> {
  served = await startServed({ folder, at: recording.at, real: () => Date.parse(recording.at) });
  const live = async () => (await served.runner.status()).filter(({ state }) => state !== 'live').map(({ name }) => name);
  await vi.waitUntil(async () => (await live()).length === 0, { timeout: 180_000 });
}

const inOneLine = (answer: Answer): Answer =>
  /pdf\?type=history/.test(answer.path) && answer.status === 200 ? { ...answer, body: flowed(answer.body) } : answer;

/** The changes, in their order, that change none of the answers. */
const unneeded = new Set<(typeof KNOWN_CHANGES)[number]>();
let expected: readonly Answer[] = recording.answers.map(inOneLine);
for (const known of KNOWN_CHANGES) {
  const before = expected;
  expected = before.map(known.change);
  if (expected.every((answer, index) => answer === before[index])) unneeded.add(known);
}

/** Of calls that differ by an id or a date alone a third is made if there are more than this: they read what others read, too. */
const FEW = 30;
/** Takes as much time as half of all other calls together, and is asked for by one of the accounts. */
const LONG = '/api/reports/reports/pdf?type=history';
const callOf = ({ path }: Answer): string => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\d/g, ':');
const asked = [...Map.groupBy(expected, callOf)].flatMap(([made, answers]) => {
  if (made === LONG) return oneByChance(answers);
  return answers.length > FEW ? someByChance(answers, Math.ceil(answers.length / 3)) : answers;
});

/** Compares the answers; of those that differ the first few are shown. */
async function compare(): Promise<void> {
  const asker = { url: served.url, cookies: recording.cookies };
  const differing: [Answer, Answer][] = [];
  for (const answer of asked) {
    const found = inOneLine(await ask(asker, answer.who, answer.path));
    if (!isDeepStrictEqual(found, answer)) differing.push([found, answer]);
  }
  for (const [found, answer] of differing.slice(0, SHOWN)) expect.soft(found, `${answer.who}: GET ${answer.path}`).toEqual(answer);
  expect(
    differing.map(([, { who, path }]) => `${who}: GET ${path}`),
    'They differ in a way that known-changes.ts does not name.',
  ).toEqual([]);
}

/** The documents of each read model, in its present version. */
function present(): Record<string, readonly unknown[]> {
  const views = dumpViews(folder);
  return Object.fromEntries(PROJECTIONS.map(collectionName).map((name) => [name, views[`c.${name}`] ?? []]));
}

async function typesInLog(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { type } of await served.stores.store.readAll(START, 1_000_000)) found[type] = (found[type] ?? 0) + 1;
  return found;
}

describe('a data folder of commit 5eb9d4d', () => {
  test('opens with its read models, whatever version they have, and its hash chains verify', async () => {
    expect((await served.stores.verify()).breaks).toEqual([]);
    expect(served.stores.integrity()).toEqual({ 'events.db': [], 'views-history.db': [], 'views-tasks.db': [], 'vault.db': [] });
    expect(served.errors).toEqual([]);
  });

  test(`gives the same answers as at that commit, except for the known changes, to ${asked.length} calls`, compare, 180_000);

  // Whoever answers from the same documents answers the same, so nothing has to be asked again.
  test('has the same read models if they are built from nothing', async () => {
    await served.stop();
    const before = present();
    removeViews(folder);
    await open();
    expect(await served.runner.status()).toHaveLength(PROJECTIONS.length);
    expect(served.errors).toEqual([]);
    await served.stop();
    expect(present()).toEqual(before);
    expect(Object.values(before).flat().length).toBeGreaterThan(1_000);
    await open();
  }, 180_000);

  test('contains events that match the catalogue, including their sealed parts', async () => {
    const { store, opener } = served.stores;
    const faults: string[] = [];
    let opened = 0;
    for (const event of await store.readAll(START, 1_000_000)) {
      const owner = event.metadata.owner;
      const sealed = event.private !== null && owner !== null;
      // the keys of deleted accounts are gone
      const personal = sealed ? ((await opener.open(owner, event.private)) ?? undefined) : null;
      if (sealed && personal !== undefined) opened += 1;
      const fault = faultOf(EVENTS, event, personal as JsonObject | null | undefined);
      if (fault !== null) faults.push(`${event.type}: ${fault}`);
      if (event.revision === 0 && !EVENTS.get(event.type)?.startsStream) faults.push(`${event.type}: a stream begins with it`);
    }
    expect(faults).toEqual([]);
    expect(opened).toBeGreaterThan(1_000);
    expect((await served.stores.verify(undefined, checkEvent)).faults).toEqual({ count: 0, first: [] });
  });

  test('is not changed when it is read', async () => expect(await typesInLog()).toEqual(recording.events));

  test('serves the bundle that is ready', async () => {
    const { bundle, cookies } = recording;
    expect(await ask({ url: served.url, cookies }, bundle.who, bundle.path)).toEqual(bundle);
  });

  test('has an account that nobody has confirmed so far, and that can still be confirmed', async () => {
    const email = 'dora@example.org';
    const client = new Client(served.url);
    await client.post('/api/auth/resend', { email });
    await served.advance('PT1S');
    const token = /confirm\?token=(\w+)/.exec((await served.mails(email))[0]?.text ?? '')?.[1];
    const { status, body } = await client.post('/api/auth/confirm', { token, password: 'never to be confirmed' });
    expect([status, body.user?.email]).toEqual([200, email]);
  });
});

test.each(KNOWN_CHANGES.map((known) => [known.reason, known] as const))('the known change is needed: %s', (_, known) => {
  expect(unneeded).not.toContain(known);
});
