import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { backOff, OWN_TIME } from '../../src/projections/engine/pauses.ts';
import { REAL_TIME } from '../../src/store/leases.ts';

const PAUSES = {
  'between renewals': (signal: AbortSignal) => REAL_TIME.sleep(1, signal),
  'between looks': (signal: AbortSignal) => OWN_TIME.sleep(1, signal),
  'before another attempt': (signal: AbortSignal) => backOff(1, signal),
};

describe.each(Object.entries(PAUSES))('a pause %s', (_, pause) => {
  test('leaves no listener behind, even after many pauses on one signal', async () => {
    const { signal } = new AbortController();
    await Promise.all([pause(signal), pause(signal)]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('is not made when everything has ended', async () => {
    await expect(pause(AbortSignal.abort())).resolves.toBeUndefined();
  });
});

test.each([
  ['between renewals', REAL_TIME],
  ['between looks', OWN_TIME],
])('%s ends with the signal', async (_, time) => {
  const ending = new AbortController();
  const pause = time.sleep(3_600_000, ending.signal);
  ending.abort();
  await expect(pause).resolves.toBeUndefined();
});
