import { describe, expect, it, onTestFinished } from 'vitest';
import { openServerStores, type ServerStoresOptions } from '../../src/store/server-stores.ts';
import { anEvent } from '../contract/events.ts';
import { contentOf, pieces } from '../contract/files.ts';
import { type Cable, startCable } from '../servers/cable.ts';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import { sharedMongo } from '../servers/shared.ts';
import { TEST_MASTER_KEY } from '../support/app.ts';
import { beatsUntil } from '../support/beats.ts';
import { TestClock } from '../support/clock.ts';

const mongo = await sharedMongo();

const NOBODY = '127.0.0.1:9';
const SHORT = { eventstore: { call: 1_000, silence: 1_000, watch: 150 }, mongodb: { selectionMs: 1_000, callMs: 2_000 } } as const;

async function servers() {
  const eventstore = await startEventStoreDouble();
  onTestFinished(() => eventstore.stop());
  const cable = await startCable(mongo?.database() ?? '');
  onTestFinished(() => cable.close());
  const base = { eventstoreUrl: eventstore.url, mongodbUrl: cable.url, masterKey: TEST_MASTER_KEY, timeouts: SHORT };
  const open = async (change: Partial<ServerStoresOptions> = {}) => {
    const stores = await openServerStores({ ...base, clock: new TestClock(), ...change });
    onTestFinished(() => stores.close());
    return stores;
  };
  return { eventstore, cable, open };
}

const allEnded = async (cable: Cable): Promise<void> => {
  for (let n = 0; n < 100 && cable.connections() > 0; n += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(cable.connections()).toBe(0);
};

describe.skipIf(mongo === null)('stores on servers', () => {
  it('serve two processes: one reads what the other writes, and only one of them holds a lease', async () => {
    const { open } = await servers();
    const [one, other] = await Promise.all([open({ holder: 'one' }), open({ holder: 'other' })]);
    await one.vault.createKey('ann');
    const { events } = await one.store.append('s-1', 'no_stream', [anEvent({ owner: 'ann', private: { title: 'Swans' } })]);
    const [read] = await other.store.readStream('s-1');
    expect(read).toEqual(events[0]);
    expect(await other.opener.open('ann', read?.private ?? null)).toEqual({ title: 'Swans' });
    await one.files.write('ann', 'a.zip', pieces(Buffer.from('bytes')));
    expect(String(await contentOf(other.files, 'ann', 'a.zip'))).toBe('bytes');
    const message = { id: 'm', channel: 'whatsapp', to: '+49 151 1', text: 'Hello', at: '2026-11-20T16:00:00.000Z' } as const;
    await one.outbox.add(message, 'ann');
    expect(await other.outbox.list({ limit: 1 })).toEqual([message]);
    expect(await one.leases.acquire('tasks.v1')).not.toBeNull();
    expect(await other.leases.acquire('tasks.v1')).toBeNull();
    expect(await other.verify()).toMatchObject({ events: 1, breaks: [] });
    expect(await one.health()).toEqual([
      { name: 'EventStoreDB', error: null },
      { name: 'MongoDB', error: null },
    ]);
  });

  it('release their leases and connections when they are closed, once or twice', async () => {
    const { open, cable } = await servers();
    const one = await open();
    await one.leases.acquire('tasks.v1');
    await one.close();
    await one.close();
    await allEnded(cable);
    const other = await open();
    expect(await other.leases.acquire('tasks.v1')).not.toBeNull();
  });

  it.each([
    ['EventStoreDB', { eventstoreUrl: `esdb://${NOBODY}?tls=false` }, 'StoreUnavailable'],
    ['MongoDB', { mongodbUrl: `mongodb://${NOBODY}/vouch` }, 'StoreUnavailable'],
    [
      'MongoDB',
      { eventstoreUrl: `esdb://${NOBODY}?tls=false`, mongodbUrl: `mongodb://${NOBODY}/vouch` },
      'StoreUnavailable',
      /^EventStoreDB .* MongoDB /,
    ],
    ['key', { masterKey: new Uint8Array(16) }, 'Error'],
    ['esdb', { eventstoreUrl: 'nonsense' }, 'Error'],
  ])('are opened all or not at all, and the error names %s', async (what, change, name, both = /./) => {
    const { open, cable } = await servers();
    const error = await open(change).then(
      () => null,
      (failed: unknown) => failed as Error,
    );
    expect(error?.name).toMatch(name);
    expect(error?.message).toContain(what);
    expect(error?.message).toMatch(both);
    await allEnded(cable);
  });

  it('name the server that does not answer, and can be closed even if none answers', async () => {
    const { open, cable, eventstore } = await servers();
    const stores = await open();
    await stores.leases.acquire('tasks.v1');
    cable.hang();
    const [log, rest] = await stores.health();
    expect(log).toEqual({ name: 'EventStoreDB', error: null });
    expect(rest).toMatchObject({ name: 'MongoDB', error: expect.stringMatching(/has not answered|cannot be reached/) });
    await eventstore.stop();
    const closing = stores.close();
    expect(await beatsUntil(closing)).toBeLessThan(50);
    await closing;
  });
});
