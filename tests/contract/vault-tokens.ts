import { describe, expect, it } from 'vitest';
import type { LinkTokens, StoredToken } from '../../src/ports/link-tokens.ts';

const LATER = '2026-12-01T00:00:00.000Z';
export const token = (token_hash: string, user_id: string, change: Partial<StoredToken> = {}): StoredToken => ({
  token_hash,
  user_id,
  purpose: 'confirm',
  expires_at: LATER,
  ...change,
});

/** `open` opens an empty vault, which is closed when the test has ended. */
export function tokenContract(open: () => Promise<LinkTokens>): void {
  describe('tokens', () => {
    it('can be read repeatedly, and taken once, by one of many simultaneous requests', async () => {
      const vault = await open();
      await vault.putToken(token('t-1', 'ann'));
      expect(await vault.token('t-1')).toEqual(token('t-1', 'ann'));
      expect(await vault.token('t-1')).toEqual(token('t-1', 'ann'));
      const taken = await Promise.all(Array.from({ length: 8 }, () => vault.takeToken('t-1')));
      expect(taken.filter((one) => one !== null)).toEqual([token('t-1', 'ann')]);
      expect(await vault.token('t-1')).toBeNull();
    });

    it('are listed by user and purpose with their source, those that expire first before others', async () => {
      const vault = await open();
      const [early, late] = ['2026-11-21T16:00:00.000Z', '2026-11-22T16:00:00.000Z'];
      await vault.putToken(token('t-1', 'ann', { expires_at: late, source: 'here' }));
      await vault.putToken(token('t-2', 'ann', { expires_at: early }));
      await vault.putToken(token('t-3', 'ann', { purpose: 'reset' }));
      await vault.putToken(token('t-4', 'bob'));
      expect(await vault.tokensOf('ann', 'confirm')).toEqual([
        token('t-2', 'ann', { expires_at: early }),
        token('t-1', 'ann', { expires_at: late, source: 'here' }),
      ]);
      expect(await vault.takeToken('t-1')).toEqual(token('t-1', 'ann', { expires_at: late, source: 'here' }));
      expect(await vault.tokensOf('nobody', 'confirm')).toEqual([]);
    });

    it('are ended by purpose for one user', async () => {
      const vault = await open();
      await vault.putToken(token('t-1', 'ann'));
      await vault.putToken(token('t-2', 'ann', { purpose: 'reset' }));
      await vault.putToken(token('t-3', 'bob'));
      await vault.endTokens('ann', 'confirm');
      expect(await vault.token('t-1')).toBeNull();
      expect(await vault.token('t-2')).not.toBeNull();
      expect(await vault.token('t-3')).not.toBeNull();
    });
  });
}
