import { afterEach, describe, expect, test } from 'vitest';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import type { Documents } from '../../src/projections/kernel/documents.ts';
import type { Projection } from '../../src/projections/kernel/projection.ts';
import { createRunner, type Runner, type RunnerPorts } from '../../src/projections/kernel/runner.ts';
import { onEach } from '../../src/projections/kernel/task-changes.ts';
import { openDocuments } from '../../src/store/documents/sqlite-documents.ts';
import { fakeLog } from './support/fake-log.ts';
import { World } from './support/world.ts';

type Tally = { readonly sum: number };

/** Counts the promises of each owner; a later version counts each for ten. */
const counting = (version: number, by = 1): Projection<Tally> => ({
  name: 'counting',
  version,
  indexes: [],
  ids: (event) => [event.metadata.owner as string],
  on: onEach<Tally>(['TaskPromised'], (doc) => ({ sum: (doc?.sum ?? 0) + by })),
});
const naming: Projection<{ readonly last: string }> = {
  name: 'naming',
  version: 1,
  indexes: [],
  ids: () => ['all'],
  on: { TaskPromised: (_doc, event) => ({ last: event.stream }) },
};

const running: Runner[] = [];
afterEach(async () => {
  for (const runner of running.splice(0)) await runner.stop();
});

const world = new World();
/** Promises of one owner, each event after the one before. */
const promises = (count: number): Recorded[] => {
  const begun = world.events.length;
  for (let index = 0; index < count; index += 1) world.promise('u1', `t${begun + index}`, 'A task');
  return world.events.slice(begun);
};

function setUp(ports: Partial<RunnerPorts> & { events?: readonly Recorded[] } = {}) {
  const log = fakeLog(ports.events);
  const documents = ports.documents ?? openDocuments(':memory:');
  const said: { message: string; fields: object }[] = [];
  const note = (fields: object, message: string) => said.push({ message, fields });
  const quickly = () => new Promise<void>((resolve) => setImmediate(resolve));
  const runner = createRunner({
    store: log,
    documents,
    projections: [counting(1)],
    log: { info: note, error: note },
    pause: quickly,
    ...ports,
  });
  running.push(runner);
  const sum = async () => (await documents.get<Tally>(runner.views.current('counting'), 'u1'))?.doc.sum ?? 0;
  return { log, documents, runner, said, sum };
}

const end = (events: readonly Recorded[]) => events.at(-1)?.position as string;

/** A promise that the test settles. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Documents whose `apply` can be made to fail, or to wait. */
function troubled(before: () => Promise<void>): Documents {
  const documents = openDocuments(':memory:');
  return {
    ...documents,
    apply: async (batch) => {
      await before();
      return documents.apply(batch);
    },
  };
}

describe('start', () => {
  test('folds what the log holds before it resolves', async () => {
    const { runner, sum } = setUp({ events: promises(3) });
    await runner.start();
    expect(await sum()).toBe(3);
  });

  test('goes on from its checkpoint', async () => {
    const events = promises(5);
    const first = setUp({ events });
    await first.runner.start();
    await first.runner.stop();
    const second = setUp({ events, documents: first.documents });
    await second.runner.start();
    expect(await second.sum()).toBe(5);
    expect(second.log.reads).toBe(1);
  });

  test('begins anew where the documents are those of another log', async () => {
    const events = promises(4);
    const first = setUp({ events });
    await first.runner.start();
    await first.runner.stop();
    const second = setUp({ events: events.slice(0, 2), documents: first.documents });
    await second.runner.start();
    expect(await second.sum()).toBe(2);
  });
});

describe('caughtUp', () => {
  test('resolves when all projections hold an event that comes later, whoever wrote it', async () => {
    const { runner, log, sum } = setUp({ projections: [counting(1), naming] });
    await runner.start();
    const events = promises(2);
    const waiting = runner.caughtUp(end(events));
    log.add(...events);
    await waiting;
    expect(await sum()).toBe(2);
  });

  test('resolves at once for what is held', async () => {
    const events = promises(1);
    const { runner } = setUp({ events });
    await runner.start();
    await expect(runner.caughtUp(end(events), 0)).resolves.toBeUndefined();
  });

  test('rejects with StoreUnavailable after its bound', async () => {
    const { runner } = setUp();
    await runner.start();
    await expect(runner.caughtUp('9'.repeat(20), 1)).rejects.toThrow(StoreUnavailable);
  });

  test('does not outlive the runner', async () => {
    const { runner } = setUp();
    await runner.start();
    const waiting = expect(runner.caughtUp('9'.repeat(20))).rejects.toThrow(StoreUnavailable);
    await runner.stop();
    await waiting;
  });
});

describe('events that come again', () => {
  test('change nothing', async () => {
    const events = promises(3);
    const { runner, log, sum } = setUp();
    await runner.start();
    log.add(...events);
    await runner.caughtUp(end(events));
    await log.again(events);
    expect(await sum()).toBe(3);
  });

  test('after a crash between documents and checkpoints change nothing', async () => {
    const events = promises(3);
    const first = setUp({ events });
    await first.runner.start();
    await first.runner.stop();
    await first.documents.apply({ writes: [], checkpoints: [{ name: 'counting.v1', position: events[0]?.position as string }] });
    const second = setUp({ events, documents: first.documents });
    await second.runner.start();
    expect(await second.sum()).toBe(3);
  });
});

describe('a fault', () => {
  test('of the documents is logged and tried again, and loses and doubles nothing', async () => {
    let faults = 3;
    const failing = troubled(async () => {
      if (faults > 0) {
        faults -= 1;
        throw new StoreUnavailable('no');
      }
    });
    const { runner, log, sum, said } = setUp({ documents: failing, events: promises(2) });
    await runner.start();
    expect(await sum()).toBe(2);
    expect(said.filter(({ message }) => message.includes('trying again'))).toHaveLength(3);
    faults = 2;
    const events = promises(2);
    log.add(...events);
    await runner.caughtUp(end(events));
    expect(await sum()).toBe(4);
  });

  test('of a fold leaves the program running, and shows in the status', async () => {
    const broken: Projection<Tally> = {
      ...counting(1),
      on: onEach<Tally>(['TaskPromised'], () => {
        throw new Error('This fold is broken.');
      }),
    };
    const { runner, log } = setUp({ projections: [broken] });
    await runner.start();
    const events = promises(1);
    log.add(...events);
    await expect(runner.caughtUp(end(events), 20)).rejects.toThrow(StoreUnavailable);
    expect(await runner.status()).toMatchObject([{ name: 'counting', state: 'failing' }]);
  });
});

describe('a new version', () => {
  async function withOld(events: readonly Recorded[]) {
    const old = setUp({ events });
    await old.runner.start();
    await old.runner.stop();
    return old.documents as ReturnType<typeof openDocuments>;
  }

  test('is built beside the old one, which serves meanwhile, and takes over when it has caught up', async () => {
    const events = promises(3);
    const kept = await withOld(events);
    const { open, opened } = gate();
    const documents: Documents = {
      ...kept,
      apply: async (batch) => {
        if (batch.writes.some(({ collection }) => collection === 'counting.v2')) await opened;
        return kept.apply(batch);
      },
    };
    const { runner, log, sum } = setUp({ events, documents, projections: [counting(2, 10), naming] });
    await runner.start();
    expect(runner.views.current('counting')).toBe('counting.v1');
    expect(await sum()).toBe(3);
    expect(await runner.status()).toMatchObject([{ state: 'building', serving: 'counting.v1' }, { state: 'live' }]);

    const more = promises(2);
    log.add(...more);
    open();
    await runner.caughtUp(end(more));
    const last = promises(1);
    log.add(...last);
    await runner.caughtUp(end(last));
    await expect.poll(() => runner.views.current('counting')).toBe('counting.v2');
    expect(await sum()).toBe(60);
    await expect.poll(async () => (await kept.list()).map(({ name }) => name)).toEqual(['counting.v2', 'naming.v1']);
  });

  test('goes on serving the old one after a crash in the middle of the building', async () => {
    const events = promises(3);
    const kept = await withOld(events);
    await kept.ensure({ name: 'counting.v2', indexes: [] });
    await kept.apply({
      writes: [{ collection: 'counting.v2', writes: [{ id: 'u1', position: events[0]?.position as string, doc: { sum: 10 } }] }],
      checkpoints: [{ name: 'counting.v2', position: events[0]?.position as string }],
    });
    const { runner, sum } = setUp({ events, documents: kept, projections: [counting(2, 10)] });
    await runner.start();
    await expect.poll(() => runner.views.current('counting')).toBe('counting.v2');
    expect(await sum()).toBe(30);
  });

  test('that cannot be read beside the old one is waited for', async () => {
    const events = promises(3);
    const documents = await withOld(events);
    const { runner, sum } = setUp({ events, documents, projections: [{ ...counting(2, 10), incompatible: true }] });
    await runner.start();
    expect(runner.views.current('counting')).toBe('counting.v2');
    expect(await sum()).toBe(30);
    expect((await documents.list()).map(({ name }) => name)).toEqual(['counting.v2']);
  });

  test('leaves what a newer program has built alone', async () => {
    const events = promises(1);
    const documents = openDocuments(':memory:');
    await documents.ensure({ name: 'counting.v3', indexes: [] });
    await documents.apply({ writes: [], checkpoints: [{ name: 'counting.v3', position: end(events) }] });
    const { runner } = setUp({ events, documents });
    await runner.start();
    expect(runner.views.current('counting')).toBe('counting.v1');
    expect((await documents.list()).map(({ name }) => name)).toContain('counting.v3');
  });
});

describe('rebuild', () => {
  test('folds one anew from the first event and leaves the others', async () => {
    const events = promises(3);
    const { runner, documents, sum } = setUp({ events, projections: [counting(1), naming] });
    await runner.start();
    const spoil = (collection: string, id: string, doc: { sum: number } | { last: string }) => ({
      collection,
      writes: [{ id, position: '9'.repeat(20), doc }],
    });
    await documents.apply({
      writes: [spoil('counting.v1', 'u1', { sum: -1 }), spoil('naming.v1', 'all', { last: 'spoilt' })],
      checkpoints: [],
    });
    await runner.rebuild('counting');
    expect(await sum()).toBe(3);
    expect((await documents.get('naming.v1', 'all'))?.doc).toEqual({ last: 'spoilt' });
    await runner.rebuild();
    expect((await documents.get('naming.v1', 'all'))?.doc).toEqual({ last: end(events) && events.at(-1)?.stream });
  });

  test('refuses a name that is none, and says which there are', async () => {
    const { runner } = setUp();
    await expect(runner.rebuild('nonsense')).rejects.toThrow("There is no read model 'nonsense'. There are: counting.");
  });

  test('serves what is written afterwards', async () => {
    const { runner, log, sum } = setUp({ events: promises(2) });
    await runner.start();
    await runner.rebuild();
    const events = promises(1);
    log.add(...events);
    await runner.caughtUp(end(events));
    expect(await sum()).toBe(3);
  });
});
