import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../../src/domain/kernel/event-store.ts';
import type { Checkpoint } from '../../../src/ports/documents.ts';
import { CheckpointWatch } from '../../../src/projections/engine/checkpoint-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const at = (position: string): Checkpoint => ({ position, live: true, token: 1 });

function watched() {
  const checkpoints = new Map<string, Checkpoint>();
  const looks: string[][] = [];
  let fault: Error | null = null;
  const watch = new CheckpointWatch({
    checkpoints: async (names) => {
      looks.push([...names]);
      if (fault) throw fault;
      return new Map([...checkpoints].filter(([name]) => names.includes(name)));
    },
  });
  const fail = (error: Error | null): void => {
    fault = error;
  };
  return { watch, checkpoints, looks, fail };
}

describe('a collection that other processes write', () => {
  test('is read only while somebody waits for it', async () => {
    const { watch, checkpoints, looks } = watched();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks).toEqual([]);
    checkpoints.set('a.v1', at('3'));
    await watch.reached('a.v1', '3', 1_000);
    expect(looks).toEqual([['a.v1']]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks).toHaveLength(1);
  });

  test('ends exactly the waits for a position that it has reached', async () => {
    const { watch, checkpoints, looks } = watched();
    const done: string[] = [];
    void watch.reached('a.v1', '2', 60_000).then(() => done.push('a2'));
    void watch.reached('a.v1', '3', 60_000).then(() => done.push('a3'));
    void watch.reached('b.v1', '1', 60_000).then(() => done.push('b1'));
    checkpoints.set('a.v1', at('2'));
    await vi.advanceTimersByTimeAsync(20);
    expect(done).toEqual(['a2']);
    checkpoints.set('a.v1', at('3')).set('b.v1', at('1'));
    await vi.advanceTimersByTimeAsync(100);
    expect(done.toSorted()).toEqual(['a2', 'a3', 'b1']);
    expect(looks.at(-1)?.toSorted()).toEqual(['a.v1', 'b.v1']);
  });

  test('is read after a write of this process when others have usually folded it, and at once for what others wrote', async () => {
    const { watch, checkpoints, looks } = watched();
    async function written(position: string): Promise<number> {
      looks.length = 0;
      watch.wrote(position);
      const reached = watch.reached('a.v1', position, 1_000);
      setTimeout(() => void checkpoints.set('a.v1', at(position)), 100);
      await vi.advanceTimersByTimeAsync(200);
      await reached;
      return looks.length;
    }
    const first = await written('1');
    for (const position of ['2', '3', '4', '5', '6', '7', '8']) await written(position);
    expect(first).toBeGreaterThan(4);
    expect(await written('9')).toBeLessThanOrEqual(3);
    watch.wrote('95');
    looks.length = 0;
    void watch.reached('b.v1', '94', 1_000).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(looks).toEqual([['b.v1']]);
    watch.end();
  });

  test('is read every 20 ms at first and every 100 ms in the end', async () => {
    const { watch, looks } = watched();
    const waiting = expect(watch.reached('a.v1', '1', 10_000)).rejects.toThrow(StoreUnavailable);
    await vi.advanceTimersByTimeAsync(100);
    expect(looks.length).toBeGreaterThanOrEqual(4);
    await vi.advanceTimersByTimeAsync(4_900);
    const before = looks.length;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks.length - before).toBe(10);
    await vi.advanceTimersByTimeAsync(5_000);
    await waiting;
  });

  test('is read again after a read that failed', async () => {
    const { watch, checkpoints, fail } = watched();
    fail(new StoreUnavailable('gone'));
    let held = false;
    void watch.reached('a.v1', '1', 5_000).then(() => {
      held = true;
    });
    await vi.advanceTimersByTimeAsync(500);
    expect(held).toBe(false);
    fail(null);
    checkpoints.set('a.v1', at('1'));
    await vi.advanceTimersByTimeAsync(100);
    expect(held).toBe(true);
  });

  test('is not read when it is known to be far enough', async () => {
    const { watch, looks } = watched();
    watch.saw('a.v1', '5');
    await watch.reached('a.v1', '4', 1_000);
    expect(looks).toEqual([]);
  });

  test('rejects the waiting callers when the program ends', async () => {
    const { watch, looks } = watched();
    const waiting = expect(watch.reached('a.v1', '1', 60_000)).rejects.toThrow('The program is ending.');
    await vi.advanceTimersByTimeAsync(50);
    watch.end();
    await waiting;
    const before = looks.length;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks).toHaveLength(before);
  });
});
