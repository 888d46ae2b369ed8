import { expect, it } from 'vitest';
import type { ShareResult, TakenShare, WorkShare, WorkSharing } from '../../src/ports/due-work.ts';

const MS = 2_000;
const AT = '2026-11-20T16:00:00.000Z';
const shareOf = (id: string, group = 'g', kind = 'task'): WorkShare => ({
  id,
  group,
  kind,
  at: AT,
  position: '00000000000000000007',
  works: [
    { kind, next_at: AT, owner: 'ann', id: `${id} first` },
    { kind, next_at: AT, owner: null, id: `${id} second` },
  ],
});
const RESULT: ShareResult = {
  position: '00000000000000000009',
  nothingLeft: true,
  failed: [{ id: 'a first', error: 'Error: not now' }],
};

/** `openAt`: shares that are empty at first, given the server's time in milliseconds. */
export function workSharingContract(openAt: (now: () => number) => WorkSharing): void {
  function open() {
    let now = 1_000_000;
    return {
      sharing: openAt(() => now),
      pass: (ms: number): void => {
        now += ms;
      },
    };
  }
  const taken = async (share: Promise<TakenShare | null>): Promise<TakenShare> => {
    const found = await share;
    if (found === null) throw new Error('No share was given.');
    return found;
  };

  it('gives each share whole to one of many that ask at once', async () => {
    const { sharing } = open();
    expect(await sharing.take({}, MS)).toBeNull();
    const shares = ['a', 'b', 'c'].map((id) => shareOf(id));
    await sharing.handOut(shares);
    const given = await Promise.all(Array.from({ length: 6 }, () => sharing.take({}, MS)));
    const found = given.filter((share) => share !== null).map(({ take, ...share }) => share);
    expect(found.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(shares);
  });

  it('gives only shares of the group and of the kinds that are asked for', async () => {
    const { sharing } = open();
    await sharing.handOut([shareOf('a', 'g', 'task'), shareOf('b', 'h', 'close')]);
    expect(await sharing.take({ group: 'other' }, MS)).toBeNull();
    expect(await sharing.take({ kinds: ['deliver'] }, MS)).toBeNull();
    expect((await taken(sharing.take({ group: 'h' }, MS))).id).toBe('b');
    expect((await taken(sharing.take({ kinds: ['close', 'task'] }, MS))).id).toBe('a');
  });

  it('gives a share again when its time is over, unless it was kept', async () => {
    const { sharing, pass } = open();
    await sharing.handOut([shareOf('a')]);
    const first = await taken(sharing.take({}, MS));
    pass(MS - 1);
    expect(await sharing.keep(first, MS)).toBe(true);
    pass(MS - 1);
    expect(await sharing.take({}, MS)).toBeNull();
    pass(1);
    const second = await taken(sharing.take({}, MS));
    expect(second.take).not.toBe(first.take);
    expect([await sharing.keep(first, MS), await sharing.keep(second, MS)]).toEqual([false, true]);
  });

  it('gives a share again at once that was given back, but not for somebody who has it no longer', async () => {
    const { sharing, pass } = open();
    await sharing.handOut([shareOf('a')]);
    const first = await taken(sharing.take({}, MS));
    await sharing.giveBack(first);
    await taken(sharing.take({}, MS));
    await sharing.giveBack(first);
    expect(await sharing.take({}, MS)).toBeNull();
    pass(MS);
    expect(await sharing.take({}, MS)).not.toBeNull();
  });

  it('has the result of whoever took a share last, and gives finished shares to nobody', async () => {
    const { sharing, pass } = open();
    await sharing.handOut([shareOf('a'), shareOf('b'), shareOf('c', 'h')]);
    const first = await taken(sharing.take({ group: 'g' }, MS));
    pass(MS);
    const again = await taken(sharing.take({ group: 'g' }, 2 * MS));
    expect(again.id).toBe(first.id);
    await sharing.finish(first, { ...RESULT, nothingLeft: false });
    expect(await sharing.results('g')).toEqual(
      new Map([
        ['a', null],
        ['b', null],
      ]),
    );
    await sharing.finish(again, RESULT);
    expect((await sharing.results('g')).get(again.id)).toEqual(RESULT);
    await sharing.giveBack(again);
    pass(2 * MS);
    expect((await taken(sharing.take({ group: 'g' }, MS))).id).not.toBe(again.id);
    expect([await sharing.take({ group: 'g' }, MS), await sharing.keep(again, MS)]).toEqual([null, false]);
  });

  it('removes groups that have ended, or all', async () => {
    const { sharing } = open();
    await sharing.handOut([shareOf('a'), shareOf('b'), shareOf('c', 'h'), shareOf('d', 'i')]);
    const held = await taken(sharing.take({ group: 'g' }, MS));
    await sharing.end(['g', 'h']);
    expect([await sharing.keep(held, MS), (await sharing.results('g')).size, (await sharing.results('i')).size]).toEqual([false, 0, 1]);
    await sharing.finish(held, RESULT);
    await sharing.clear();
    expect([await sharing.take({}, MS), (await sharing.results('i')).size]).toEqual([null, 0]);
  });
}
