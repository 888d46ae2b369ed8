import { describe, expect, it } from 'vitest';
import { createMailBounds } from '../../../src/app/account/mail-bounds.ts';
import { TestClock } from '../../support/clock.ts';

const HOUR = 3_600_000;

/** Asks so many times from each of these network addresses, and gives how many mails each was granted. */
function world() {
  const clock = new TestClock();
  const may = createMailBounds({ clock });
  const ask = async (source: string, times: number, isKnown = false): Promise<number> => {
    let granted = 0;
    for (let count = 0; count < times; count += 1) if (await may({ source, isKnown }, 'address')) granted += 1;
    return granted;
  };
  return { clock, ask };
}

describe('mails with links to one address', () => {
  it('are limited to ten in an hour for one network address, and twelve for all repeated requests', async () => {
    const { ask } = world();
    expect([await ask('a', 30), await ask('b', 30), await ask('c', 30), await ask('d', 30)]).toEqual([10, 2, 1, 1]);
  });

  it('are limited to twenty in an hour for network addresses with one request each', async () => {
    const { ask } = world();
    let granted = 0;
    for (let network = 0; network < 60; network += 1) granted += await ask(`n${network}`, 1);
    expect(granted).toBe(20);
  });

  it('can still be requested from a new network address after many repeated requests', async () => {
    const { ask } = world();
    for (const network of ['a', 'b', 'c', 'd']) await ask(network, 10);
    expect(await ask('owner', 1)).toBe(1);
  });

  it('have a separate limit of ten in an hour for a known browser', async () => {
    const { ask } = world();
    for (let network = 0; network < 60; network += 1) await ask(`n${network}`, 10);
    expect([await ask('browser', 30, true), await ask('other browser', 30, true)]).toEqual([10, 10]);
    const quiet = world();
    await quiet.ask('browser', 30, true);
    expect(await quiet.ask('a', 30)).toBe(10);
  });

  it('are limited for a day, but one is always possible when the last one is an hour old', async () => {
    const { clock, ask } = world();
    const granted: number[] = [];
    for (let hour = 0; hour < 12; hour += 1) {
      let inHour = 0;
      for (let network = 0; network < 60; network += 1) inHour += await ask(`n${hour} ${network}`, 1);
      granted.push(inHour);
      clock.advance(HOUR);
    }
    expect(granted).toEqual([20, 20, 20, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  });
});
