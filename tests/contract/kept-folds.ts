import { v7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Decider } from '../../src/domain/kernel/decider.ts';
import { type EventShape, SYSTEM } from '../../src/domain/kernel/event.ts';
import type { EventStore } from '../../src/domain/kernel/event-store.ts';
import { PIECE, readState } from '../../src/domain/kernel/fold-stream.ts';
import { handle } from '../../src/domain/kernel/handle.ts';
import type { OpenEventStore } from './event-store.ts';
import { anEvent } from './events.ts';

interface Counted extends EventShape {
  readonly type: 'Noted';
  readonly data: { readonly n: number };
}
interface Sum {
  readonly sum: number;
  /** How many events the function was called for, in this process. */
  readonly seen: number;
}

/** Adds up. `folded` counts the calls of the function, so that a test sees what a command has read. */
function adding() {
  const calls = { folded: 0 };
  const decider: Decider<Sum, number, Counted> = {
    events: [],
    initial: { sum: 0, seen: 0 },
    evolve({ sum, seen }, { data: { n } }) {
      calls.folded += 1;
      return { sum: sum + n, seen: seen + 1 };
    },
    decide: (n) => [{ type: 'Noted', data: { n } }],
  };
  return { decider, calls };
}

const CONTEXT = { owner: null, actor: SYSTEM, correlationId: 'c-1', causationId: null };
const LONG = 2 * PIECE + 20;

/** What `handle` relies on: reads in pieces, and folds that are kept, also where several processes write to one log. */
export function keptFoldsContract(openSubject: OpenEventStore): void {
  describe('long streams', () => {
    const open = async () => {
      const subject = await openSubject();
      onTestFinished(() => subject.close());
      const { store } = subject;
      await store.append(
        's-1',
        'no_stream',
        Array.from({ length: LONG }, () => anEvent()),
      );
      return subject;
    };
    const add = (store: EventStore, { decider }: ReturnType<typeof adding>, n: number) =>
      handle({ store, clock: { now: () => '2026-11-20T16:00:00.000Z' }, newId: () => v7() }, decider, 's-1', n, CONTEXT);

    it('are read up to a limit, and from a revision on', async () => {
      const { store } = await open();
      const revisions = async (from: number, limit?: number) =>
        (await store.readStream('s-1', from, limit)).map(({ revision }) => revision);
      expect(await revisions(0, 1)).toEqual([0]);
      expect(await revisions(117, 2)).toEqual([117, 118]);
      expect(await revisions(118, 50)).toEqual([118, 119]);
      expect(await revisions(120, 5)).toEqual([]);
      expect(await revisions(117)).toEqual([117, 118, 119]);
      expect(await store.readStream('nowhere', 0, 5)).toEqual([]);
    });

    it('are folded once, and then a command reads only what is new', async () => {
      const { store } = await open();
      const process = adding();
      expect((await add(store, process, 1)).state.sum).toBe(LONG + 1);
      const { folded } = process.calls;
      expect(folded).toBe(LONG + 1);
      for (let n = 2; n <= 6; n += 1) expect((await add(store, process, 1)).state.sum).toBe(LONG + n);
      expect(process.calls.folded).toBe(folded + 5);
      expect(await readState(store, process.decider, 's-1')).toEqual({ sum: LONG + 6, seen: LONG + 6 });
    });

    it('are read further if another process has written meanwhile, and after a conflict', async () => {
      const subject = await open();
      const [one, two] = [
        { store: subject.store, process: adding() },
        { store: subject.with({}), process: adding() },
      ];
      for (let n = 1; n <= 4; n += 1) {
        const side = n % 2 === 0 ? two : one;
        expect((await add(side.store, side.process, 10)).state.sum).toBe(LONG + n * 10);
      }
      // Both decide on the same state, so the log refuses one, which decides again.
      const sums = await Promise.all([one, two, one, two].map(({ store, process }) => add(store, process, 10)));
      expect(sums.map(({ state }) => state.sum).sort()).toEqual([5, 6, 7, 8].map((n) => LONG + n * 10));
      for (const { process } of [one, two]) expect(process.calls.folded).toBeLessThan(LONG + 60);
    });

    it('refuse an id that one of their newest events has, although it was not read again', async () => {
      const { store } = await open();
      const process = adding();
      await add(store, process, 1);
      const [known] = await store.readStream('s-1', LONG, 1);
      await add(store, process, 1);
      const [end] = await store.readStream('s-1', LONG + 1, 1);
      const expected = { revision: LONG + 1, hash: end?.metadata.hash ?? '' };
      await expect(store.append('s-1', expected, [anEvent({ id: known?.id ?? '' })])).rejects.toThrow(/already holds an event/);
    });
  });
}
