import { describe, expect, test } from 'vitest';
import type { Recorded } from '../../../src/domain/kernel/event.ts';
import { StoreUnavailable } from '../../../src/domain/kernel/event-store.ts';
import type { Documents } from '../../../src/ports/documents.ts';
import type { Projection } from '../../../src/projections/engine/projection.ts';
import { onEach } from '../../../src/projections/task/tasks.ts';
import { openDocuments } from '../../../src/store/documents/sqlite-documents.ts';
import { setUpHosted } from '../support/hosted.ts';
import { counting, end, gate, naming, promises, setUp as setUpHere, type Tally, troubled } from '../support/runners.ts';

describe.each([
  ['in this thread', setUpHere],
  ['in a thread of its own', setUpHosted],
])('a runner that folds %s', (_, setUp) => {
  describe('start', () => {
    test('folds the whole log before it resolves', async () => {
      const { runner, sum } = setUp({ events: promises(3) });
      await runner.start();
      expect(await sum()).toBe(3);
    });

    test('continues from its checkpoint', async () => {
      const events = promises(5);
      const first = setUp({ events });
      await first.runner.start();
      await first.runner.stop();
      const second = setUp({ events, documents: first.documents });
      await second.runner.start();
      expect(await second.sum()).toBe(5);
      expect(second.log.reads).toBe(1);
    });

    test('starts again when the documents belong to another log', async () => {
      const events = promises(4);
      const first = setUp({ events });
      await first.runner.start();
      await first.runner.stop();
      const second = setUp({ events: events.slice(0, 2), documents: first.documents });
      await second.runner.start();
      expect(await second.sum()).toBe(2);
    });
  });

  describe('waitForReadModels', () => {
    test('resolves when all projections hold a later event, whoever wrote it', async () => {
      const { runner, log, sum } = setUp({ projections: [counting(1), naming] });
      await runner.start();
      const events = promises(2);
      const waiting = runner.waitForReadModels(end(events));
      log.add(...events);
      await waiting;
      expect(await sum()).toBe(2);
    });

    test('resolves at once for a position that they have reached', async () => {
      const events = promises(1);
      const { runner } = setUp({ events });
      await runner.start();
      await expect(runner.waitForReadModels(end(events), { timeoutMs: 0 })).resolves.toBeUndefined();
    });

    test('rejects with StoreUnavailable after its bound', async () => {
      const { runner } = setUp();
      await runner.start();
      await expect(runner.waitForReadModels('9'.repeat(20), { timeoutMs: 1 })).rejects.toThrow(StoreUnavailable);
    });

    test('ends with the runner', async () => {
      const { runner } = setUp();
      await runner.start();
      const waiting = expect(runner.waitForReadModels('9'.repeat(20))).rejects.toThrow(StoreUnavailable);
      await runner.stop();
      await waiting;
    });
  });

  describe('events that are delivered again', () => {
    test('change nothing', async () => {
      const events = promises(3);
      const { runner, log, sum } = setUp();
      await runner.start();
      log.add(...events);
      await runner.waitForReadModels(end(events));
      await log.again(events);
      expect(await sum()).toBe(3);
    });

    test('change nothing after a crash between documents and checkpoints', async () => {
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

  describe('an error', () => {
    test('of the documents is logged and tried again, without loss or repetition', async () => {
      let faults = 3;
      const failing = troubled(async () => {
        if (faults > 0) {
          faults -= 1;
          throw new StoreUnavailable('no');
        }
      });
      const { runner, log, sum, logged } = setUp({ documents: failing, events: promises(2) });
      await runner.start();
      expect(await sum()).toBe(2);
      expect(logged.filter(({ event }) => event === 'read_model.update_failed')).toHaveLength(3);
      faults = 2;
      const events = promises(2);
      log.add(...events);
      await runner.waitForReadModels(end(events));
      expect(await sum()).toBe(4);
    });

    test('of a fold does not end the program, and is shown in the status', async () => {
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
      await expect(runner.waitForReadModels(end(events), { timeoutMs: 20 })).rejects.toThrow(StoreUnavailable);
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

    test('is built beside the old one, which serves meanwhile, and replaces it when it has caught up', async () => {
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
      await runner.waitForReadModels(end(more));
      const last = promises(1);
      log.add(...last);
      await runner.waitForReadModels(end(last));
      await expect.poll(() => runner.views.current('counting')).toBe('counting.v2');
      expect(await sum()).toBe(60);
      await expect.poll(async () => (await kept.list()).map(({ name }) => name)).toEqual(['counting.v2', 'naming.v1']);
    });

    test('lets the old one serve after a crash during the building', async () => {
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

    test('is waited for when queries cannot read the old one', async () => {
      const events = promises(3);
      const documents = await withOld(events);
      const { runner, sum } = setUp({ events, documents, projections: [{ ...counting(2, 10), incompatible: true }] });
      await runner.start();
      expect(runner.views.current('counting')).toBe('counting.v2');
      expect(await sum()).toBe(30);
      expect((await documents.list()).map(({ name }) => name)).toEqual(['counting.v2']);
    });

    test('reports its progress while it is waited for', async () => {
      const kept = await withOld(promises(3));
      const { open, opened } = gate();
      const documents: Documents = { ...kept, apply: (batch) => opened.then(() => kept.apply(batch)) };
      const { runner, log } = setUp({ documents, projections: [{ ...counting(2, 10), incompatible: true }, naming] });
      log.add(...promises(3));
      expect(await runner.building()).toEqual([]);
      const started = runner.start();
      const share = expect.closeTo(1);
      await expect
        .poll(() => runner.building())
        .toEqual([
          { name: 'counting', version: 2, share },
          { name: 'naming', version: 1, share },
        ]);
      open();
      await started;
      expect(await runner.building()).toEqual([]);
    });

    test('is left alone when a newer program has built it', async () => {
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
    test('folds one read model anew from the first event and leaves the others', async () => {
      const events = promises(3);
      const { runner, documents, sum } = setUp({ events, projections: [counting(1), naming] });
      await runner.start();
      const spoil = (collection: string, id: string, doc: { sum: number } | { last: string }) => ({
        collection,
        writes: [{ id, position: '9'.repeat(15).padStart(20, '0'), doc }],
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

    test('refuses an unknown name, and lists the known ones', async () => {
      const { runner } = setUp();
      await expect(runner.rebuild('nonsense')).rejects.toThrow("There is no read model 'nonsense'. There are: counting.");
    });

    test('gives a read model that serves later events too', async () => {
      const { runner, log, sum } = setUp({ events: promises(2) });
      await runner.start();
      await runner.rebuild();
      const events = promises(1);
      log.add(...events);
      await runner.waitForReadModels(end(events));
      expect(await sum()).toBe(3);
    });
  });
});
