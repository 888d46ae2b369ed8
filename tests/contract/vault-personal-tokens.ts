import { describe, expect, it } from 'vitest';
import type { PersonalTokens, StoredPersonalToken } from '../../src/ports/personal-tokens.ts';

export const personalToken = (id: string, user_id: string, change: Partial<StoredPersonalToken> = {}): StoredPersonalToken => ({
  id,
  user_id,
  token_hash: `hash of ${id}`,
  scopes: ['tasks:read', 'reports:read'],
  expires_at: null,
  last_used_at: null,
  ...change,
});

/** `open` opens an empty vault, which is closed when the test has ended. */
export function personalTokenContract(open: () => Promise<PersonalTokens>): void {
  describe('personal tokens', () => {
    it('are found by their hash, and listed by user', async () => {
      const vault = await open();
      const later = personalToken('p-2', 'ann', { expires_at: '2026-12-01T00:00:00.000Z', last_used_at: '2026-11-20T16:00:00.000Z' });
      await vault.putPersonalToken(later);
      await vault.putPersonalToken(personalToken('p-1', 'ann'));
      await vault.putPersonalToken(personalToken('p-3', 'bob'));
      expect(await vault.personalToken('hash of p-2')).toEqual(later);
      expect(await vault.personalToken('p-2')).toBeNull();
      expect(await vault.personalTokensOf('ann')).toEqual([personalToken('p-1', 'ann'), later]);
      expect(await vault.personalTokensOf('nobody')).toEqual([]);
    });

    it('have one hash at a time: a new one ends the former', async () => {
      const vault = await open();
      await vault.putPersonalToken(personalToken('p-1', 'ann'));
      await vault.putPersonalToken(personalToken('p-1', 'ann', { token_hash: 'another' }));
      expect(await vault.personalToken('hash of p-1')).toBeNull();
      expect(await vault.personalTokensOf('ann')).toEqual([personalToken('p-1', 'ann', { token_hash: 'another' })]);
    });

    it('remember their last use, and stay removed even if somebody uses them', async () => {
      const vault = await open();
      await vault.putPersonalToken(personalToken('p-1', 'ann'));
      await vault.putPersonalToken(personalToken('p-2', 'ann'));
      await vault.notePersonalTokenUse('p-1', '2026-11-20T16:00:00.000Z');
      expect((await vault.personalToken('hash of p-1'))?.last_used_at).toBe('2026-11-20T16:00:00.000Z');
      expect((await vault.personalToken('hash of p-2'))?.last_used_at).toBeNull();
      await vault.removePersonalToken('p-1');
      await vault.removePersonalToken('p-1');
      await vault.notePersonalTokenUse('p-1', '2026-11-20T17:00:00.000Z');
      expect(await vault.personalToken('hash of p-1')).toBeNull();
      expect(await vault.personalTokensOf('ann')).toEqual([personalToken('p-2', 'ann')]);
    });
  });
}
