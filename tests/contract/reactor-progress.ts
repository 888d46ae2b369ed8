import { describe, expect, it } from 'vitest';
import type { HeldEvent, ReactorProgress } from '../../src/ports/coordination.ts';

const at = (place: number): string => String(place).padStart(20, '0');
const held = (event_id: string, place: number, change: Partial<HeldEvent> = {}): HeldEvent => ({
  reactor: 'children',
  event_id,
  type: 'TaskCompleted',
  stream: `task-${event_id}`,
  revision: 3,
  position: at(place),
  tries: 1,
  next_at: '2026-11-20T16:00:05.000Z',
  aside: false,
  error: 'Error: not now',
  held_at: '2026-11-20T16:00:00.000Z',
  ...change,
});

/** What reactors need, wherever their progress is stored. */
export function reactorProgressContract(open: () => Promise<ReactorProgress>): void {
  it('keeps the last checkpoint of each reactor, even if it is earlier than the one before', async () => {
    const progress = await open();
    expect(await progress.checkpoints()).toEqual([]);
    const first = { reactor: 'children', position: at(9), event: { stream: 'task-a', revision: 2 } };
    await progress.putCheckpoints([first]);
    await progress.putCheckpoints([{ reactor: 'vacations', position: at(0), event: null }]);
    expect((await progress.checkpoints()).toSorted((a, b) => (a.reactor < b.reactor ? -1 : 1))).toEqual([
      first,
      { reactor: 'vacations', position: at(0), event: null },
    ]);
    const earlier = { reactor: 'children', position: at(4), event: { stream: 'day-b', revision: 0 } };
    await progress.putCheckpoints([earlier]);
    expect((await progress.checkpoints()).find(({ reactor }) => reactor === 'children')).toEqual(earlier);
  });

  describe('held events', () => {
    it('are given in the order of the log, those set aside separately', async () => {
      const progress = await open();
      const [a, b, c] = [
        held('a', 5),
        held('b', 2, { reactor: 'vacations', tries: 0, next_at: null, error: null }),
        held('c', 1, { aside: true }),
      ];
      for (const event of [a, b, c]) await progress.hold(event);
      expect(await progress.waiting()).toEqual([b, a]);
      expect(await progress.aside()).toEqual([c]);
      expect(await progress.counts()).toEqual([
        { reactor: 'children', waiting: 1, aside: 1 },
        { reactor: 'vacations', waiting: 1, aside: 0 },
      ]);
    });

    it('stay as they are when they are held again', async () => {
      const progress = await open();
      const aside = held('a', 5, { tries: 8, next_at: null, aside: true });
      expect(await progress.hold(aside)).toBe(true);
      expect(await progress.hold(held('a', 5, { tries: 0 }))).toBe(false);
      expect([await progress.waiting(), await progress.aside()]).toEqual([[], [aside]]);
    });

    it('can change, and are held for one reactor independently of others', async () => {
      const progress = await open();
      const [mine, other] = [held('a', 5), held('a', 5, { reactor: 'vacations' })];
      for (const event of [mine, other]) await progress.hold(event);
      const tried = { ...mine, tries: 2, next_at: '2026-11-20T16:01:00.000Z', error: 'Error: still not' };
      await progress.change(tried);
      expect(await progress.waiting()).toEqual(expect.arrayContaining([tried, other]));
      await progress.release(mine);
      expect(await progress.waiting()).toEqual([other]);
      await progress.change({ ...mine, aside: true });
      await progress.release(mine);
      expect([await progress.waiting(), await progress.aside()]).toEqual([[other], []]);
    });
  });

  it('are all deleted on request', async () => {
    const progress = await open();
    await progress.putCheckpoints([{ reactor: 'children', position: at(9), event: null }]);
    await progress.hold(held('a', 5));
    await progress.hold(held('b', 6, { aside: true }));
    await progress.clear();
    expect([await progress.checkpoints(), await progress.counts()]).toEqual([[], []]);
  });
}
