import { expect, it } from 'vitest';
import { openOpener, seal, type WatchedVault } from '../../src/store/seal.ts';

const KEY = new Uint8Array(32).fill(1);
const SEALED = seal(KEY, 'ann', 'e-1', '{"title":"Call the dentist"}');
const OPEN = { title: 'Call the dentist' };

/** A vault of one key, which another process may destroy. */
function aVault() {
  const listeners: ((owner: string) => void)[] = [];
  const state = { key: KEY as Uint8Array | null, current: true, reads: 0, reading: Promise.resolve() };
  const vault = {
    async key() {
      state.reads += 1;
      const found = state.key;
      await state.reading;
      return found;
    },
    keysCurrent: () => state.current,
    onKeyDestroyed: (listener: (owner: string) => void) => void listeners.push(listener),
  } as unknown as WatchedVault;
  const destroyed = () => {
    state.key = null;
    for (const listener of listeners) listener('ann');
  };
  return { opener: openOpener(vault), state, destroyed };
}

it('opens many values after reading the key once, as long as it knows which keys are destroyed', async () => {
  const { opener, state } = aVault();
  for (let n = 0; n < 3; n += 1) expect(await opener.open('ann', SEALED)).toEqual(OPEN);
  expect(opener.openNow('ann', SEALED)).toEqual(OPEN);
  expect(state.reads).toBe(1);
});

it('forgets what it opened with a key that another process destroyed, as soon as the vault knows', async () => {
  const { opener, destroyed } = aVault();
  await opener.open('ann', SEALED);
  destroyed();
  expect(opener.openNow('ann', SEALED)).toBeNull();
  expect(await opener.open('ann', SEALED)).toBeNull();
});

it('reads the key each time while it does not know, and refuses rather than open unchecked', async () => {
  const { opener, state } = aVault();
  await opener.ready('ann');
  state.current = false;
  expect(() => opener.openNow('ann', SEALED)).toThrow(expect.objectContaining({ name: 'StoreUnavailable' }));
  expect(await opener.open('ann', SEALED)).toEqual(OPEN);
  expect(state.reads).toBe(2);
  state.key = null;
  expect(await opener.open('ann', SEALED)).toBeNull();
  state.current = true;
  expect(opener.openNow('ann', SEALED)).toBeNull();
});

it('does not keep a key that was destroyed while it was read', async () => {
  const { opener, state, destroyed } = aVault();
  const answer = Promise.withResolvers<void>();
  state.reading = answer.promise;
  const opening = opener.open('ann', SEALED);
  destroyed();
  answer.resolve();
  expect(await opening).toBeNull();
  expect(opener.openNow('ann', SEALED)).toBeNull();
});

it('gives null for a value of another owner and for one that is not sealed', async () => {
  const { opener } = aVault();
  for (const [owner, sealed] of [
    ['bob', SEALED],
    ['ann', 'v1.e-1.x'],
    ['ann', `${SEALED}x`],
    ['ann', 'text'],
  ] as const)
    expect(await opener.open(owner, sealed)).toBeNull();
});
