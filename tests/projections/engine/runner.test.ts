import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/domain/kernel/event-store.ts';
import type { Projection } from '../../../src/projections/engine/projection.ts';
import { onEach } from '../../../src/projections/task/task-changes.ts';
import { counting, end, naming, promises, setUp, type Tally, troubled } from '../support/runners.ts';

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

  test('resolves at once for a position that they hold', async () => {
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
    expect(logged.filter(({ message }) => message.includes('trying again'))).toHaveLength(3);
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
