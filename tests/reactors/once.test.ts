import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { withAppend } from '../../src/domain/kernel/event-store.ts';
import type { ReactorProgress } from '../../src/ports/coordination.ts';
import { createReactors, type Reactors } from '../../src/reactors/engine/reactors.ts';
import { type Assembled, assemble } from '../../src/wiring/assemble.ts';
import { REACTORS } from '../../src/wiring/features.ts';
import { assembleOnServers } from '../../src/wiring/servers.ts';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import { sharedMongo } from '../servers/shared.ts';
import { BEGUN, FOLLOWED, interrupted, writtenSince } from '../support/reactions.ts';

const mongo = await sharedMongo();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const AT = { VOUCH_CLOCK: '2026-11-20T08:00:00Z' };

async function onFiles(): Promise<Assembled> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-reactions-'));
  const program = await assemble({ config: readConfig({ VOUCH_DATA: folder, ...AT }), log: silent });
  onTestFinished(async () => {
    await program.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return program;
}

async function onServers(): Promise<Assembled> {
  const eventstore = await startEventStoreDouble();
  onTestFinished(() => eventstore.stop());
  const servers = { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongo?.database() ?? '', VOUCH_MASTER_KEY: 'ab'.repeat(32) };
  const program = await assembleOnServers({
    config: readConfig({ ...servers, ...AT, VOUCH_ROLE: 'both', VOUCH_DATA: '/nonexistent' }),
    log: silent,
  });
  onTestFinished(() => program.close());
  return program;
}

/** Another process on the same stores, with its own queues. */
const another = (app: App): App => ({ ...app, store: withAppend(app.store, (...given) => app.store.append(...given)) });

function reactorsOf({ stores, clock }: Assembled, app: App, progress: ReactorProgress = stores.reactors): Reactors {
  const hasLeft = async (owner: string): Promise<boolean> => (await app.keys.key(owner)) === null;
  return createReactors(REACTORS, { store: stores.store, progress, clock, context: app, log: silent, hasLeft, describe: String });
}

async function toTheEnd(reactors: Reactors): Promise<void> {
  await reactors.start();
  while (await reactors.catchUp({ all: true }));
  await reactors.stop();
}

type Moment = 'before it is written' | 'when it is written';

/** The one and the other by turns. */
const MOMENTS: readonly Moment[] = ['before it is written', 'when it is written'];

/** Writes of a process that dies at the `last`th, and writes nothing more. */
function dying(last: number, moment: Moment) {
  let left = last;
  const state = { died: false };
  const mortal = <T extends object>(port: T, writing: readonly string[]): T =>
    new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || !writing.includes(String(name))) return value;
        return async (...given: unknown[]) => {
          left -= 1;
          if (left > 0) return Reflect.apply(value, target, given);
          if (left === 0 && moment === 'when it is written') await Reflect.apply(value, target, given);
          state.died = true;
          throw new Error('killed');
        };
      },
    });
  return { mortal, state };
}

const WRITES = ['putCheckpoints', 'hold', 'change', 'release', 'clear'] as const satisfies readonly (keyof ReactorProgress)[];

describe.each([
  ['files', 'at every third write', onFiles, 3, false],
  ['servers', 'at every twentieth write', onServers, 20, mongo === null],
] as const)('the effect of an event, on %s,', (_, where, open, step, isMissing) => {
  test.skipIf(isMissing)(`is done once, though a request was cut off, and each reactor ${where}`, { timeout: 180_000 }, async () => {
    const program = await open();
    await program.readable;
    const { app, stores } = program;
    // Each run of the tests begins at another write and with either moment, so that in time each write is the last one in both ways.
    let turn = Math.floor(Math.random() * 2);
    for (let last = 1 + Math.floor(Math.random() * step), died = true; died; last += step, turn += 1) {
      const moment = MOMENTS[turn % 2] as Moment;
      const before = await interrupted(app);
      expect(await writtenSince(app, before)).toEqual(BEGUN);
      const { mortal, state } = dying(last, moment);
      const cut = reactorsOf(program, { ...app, store: mortal(app.store, ['append']) }, mortal(stores.reactors, WRITES));
      await toTheEnd(cut).catch(() => undefined);
      await cut.stop();
      await toTheEnd(reactorsOf(program, another(app)));
      expect([moment, last, await writtenSince(app, before)]).toEqual([moment, last, [...BEGUN, ...FOLLOWED].sort()]);
      expect(await stores.reactors.counts()).toEqual([]);
      died = state.died;
      // Each reaction and each checkpoint behind it.
      if (!died) expect(last).toBeGreaterThan(6);
    }
  });

  test.skipIf(isMissing)('happens once if two processes hold the lease for a moment', { timeout: 60_000 }, async () => {
    const program = await open();
    await program.readable;
    const { app, stores } = program;
    for (let round = 0; round < 3; round += 1) {
      const before = await interrupted(app);
      await Promise.all([app, another(app)].map((own) => toTheEnd(reactorsOf(program, own))));
      expect(await writtenSince(app, before)).toEqual([...BEGUN, ...FOLLOWED].sort());
    }
    expect(await stores.reactors.counts()).toEqual([]);
  });
});
