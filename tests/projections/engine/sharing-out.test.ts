import { describe, expect, test } from 'vitest';
import { SharingOut } from '../../../src/projections/engine/sharing-out.ts';

const NAMES = ['a.v1', 'b.v1', 'c.v1', 'd.v1', 'e.v1'];

/** Workers that look up leases in turns; one look is a lookup by each of them. */
function workers(many: number) {
  const all = Array.from({ length: many }, () => ({
    sharing: new SharingOut(NAMES),
    held: [] as string[],
    there: true,
    isMoving: undefined as boolean | undefined,
  }));
  let present = many;
  const wanted: string[] = [];
  let asks = 0;
  const round = (rounds = 1): void => {
    for (let index = 0; index < rounds; index += 1) {
      for (const one of all.filter(({ there }) => there)) {
        const leased = new Map(all.flatMap(({ held }, index) => held.map((name) => [name, `worker ${index}`])));
        const asked = wanted.filter((name) => one.held.includes(name));
        const { give, take, ask, isMoving } = one.sharing.look({
          held: one.held,
          leased,
          presence: { workers: present, handoverRequested: asked },
        });
        for (const name of asked) wanted.splice(wanted.indexOf(name), 1);
        one.held = [...one.held.filter((name) => !give.includes(name)), ...take];
        wanted.push(...ask);
        one.isMoving = isMoving;
        asks += ask.length;
      }
    }
  };
  const count = (now: number): void => {
    present = now;
  };
  const moving = () => all.map(({ isMoving }) => isMoving);
  return { all, wanted, round, count, moving, sizes: () => all.map(({ held }) => held.length), asks: () => asks };
}

describe('sharing out', () => {
  test('gives everything to a single worker', () => {
    const { round, sizes } = workers(1);
    round();
    expect(sizes()).toEqual([5]);
  });

  test('gives a new worker its share of what others hold, one name at a time', () => {
    const { all, round, sizes, count } = workers(2);
    (all[1] as { there: boolean }).there = false;
    count(1);
    round(3);
    expect(sizes()).toEqual([5, 0]);
    (all[1] as { there: boolean }).there = true;
    count(2);
    const free = (): number => NAMES.length - sizes().reduce((sum, size) => sum + size, 0);
    for (let index = 0; index < 3; index += 1) {
      round();
      expect(free()).toBeLessThanOrEqual(1);
    }
    expect(sizes()).toEqual([3, 2]);
  });

  test('looks again soon while names move, and not for ever', () => {
    const { all, moving, round, count } = workers(2);
    (all[1] as { there: boolean }).there = false;
    count(1);
    round(3);
    expect(moving()).toEqual([false, undefined]);
    (all[1] as { there: boolean }).there = true;
    count(2);
    round(1);
    expect(moving()).toEqual([true, true]);
    round(3);
    expect(moving()).toEqual([false, true]);
    // With five names one of the two always lacks half a name.
    round(30);
    expect(moving()).toEqual([false, false]);
  });

  test('releases no second name while nobody takes the first', () => {
    const { all, round, sizes, count } = workers(2);
    (all[1] as { there: boolean }).there = false;
    count(1);
    round(2);
    count(2);
    const seen: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      round();
      seen.push(sizes()[0] as number);
    }
    expect(Math.min(...seen)).toBe(4);
    expect(seen.at(-1)).toBe(5);
  });

  test('leaves nothing without a holder and nothing with two, with any number of workers', () => {
    for (const many of [2, 3, 4, 5, 7]) {
      const { all, round } = workers(many);
      round(4);
      expect(all.flatMap(({ held }) => held).toSorted()).toEqual(NAMES);
    }
  });

  test('gives away what a leaving worker held even while it is still counted', () => {
    const { all, round } = workers(2);
    round(2);
    Object.assign(all[1] as object, { there: false, held: [] });
    round(2);
    expect(all[0]?.held.toSorted()).toEqual(NAMES);
  });

  test('does not move a read model back and forth if no other worker takes it', () => {
    const { all, round } = workers(1);
    const [one] = all as [(typeof all)[0]];
    round();
    // One more worker is counted. It has an older version and takes none of these read models.
    const seen = new Set<string>();
    const look = (): void => {
      const { give, take } = one.sharing.look({
        held: one.held,
        leased: new Map(one.held.map((name) => [name, 'worker 0'])),
        presence: { workers: 2, handoverRequested: [] },
      });
      one.held = [...one.held.filter((name) => !give.includes(name)), ...take];
      seen.add(one.held.toSorted().join());
    };
    for (let index = 0; index < 12; index += 1) look();
    expect(one.held.toSorted()).toEqual(NAMES);
    seen.clear();
    for (let index = 0; index < 12; index += 1) look();
    expect([...seen]).toEqual([NAMES.join()]);
  });

  test('gives a worker that was counted before it took anything its share once, when it asks', () => {
    for (const many of [2, 3]) {
      const { all, round, sizes, asks } = workers(many);
      const last = all.at(-1) as (typeof all)[0];
      last.there = false;
      // The others keep the read models that it did not take.
      round(8);
      expect(Math.max(...sizes())).toBeGreaterThan(Math.ceil(NAMES.length / many));
      last.there = true;
      round(10);
      expect(sizes().toSorted()).toEqual(many === 2 ? [2, 3] : [1, 2, 2]);
      const before = asks();
      expect(before).toBeLessThanOrEqual(2);
      round(30);
      expect(asks()).toBe(before);
      expect(all.flatMap(({ held }) => held).toSorted()).toEqual(NAMES);
    }
  });

  test('moves a read model on an operator’s request, and does not move it back at once', () => {
    const { all, wanted, round } = workers(2);
    round(2);
    const moved = all[0]?.held[0] as string;
    wanted.push(moved);
    round(3);
    expect(all[0]?.held).not.toContain(moved);
    expect(all[1]?.held).toContain(moved);
  });
});
