import { describe, expect, it } from 'vitest';
import type { LinkTokens, PersonalTokens, Revocation, StoredPersonalToken, StoredToken, StoredTokens } from '../../src/ports/tokens.ts';
import type { WatchedVault } from '../../src/store/seal.ts';

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

    it('are listed by user and purpose with their source, sorted by expiry', async () => {
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

    it('of one user can be ended by purpose', async () => {
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

const tokens = (access: string): StoredTokens => ({
  access,
  refresh: `refresh of ${access}`,
  expires_at: '2026-12-01T00:00:00.000Z',
  id: '1001',
  scopes: ['openid', 'email'],
});
const revocation = (id: string, expires_at = '2026-12-01T00:00:00.000Z'): Revocation => ({
  id,
  platform: 'google',
  access: `access of ${id}`,
  refresh: null,
  expires_at,
});

export function providerTokensContract(open: () => Promise<WatchedVault>): void {
  describe('tokens of providers', () => {
    it('are stored by owner and platform, only the newest, until they are ended', async () => {
      const vault = await open();
      expect(await vault.providerTokens('ann', 'google')).toBeNull();
      await vault.putProviderTokens('ann', 'google', tokens('first'));
      await vault.putProviderTokens('ann', 'google', tokens('second'));
      await vault.putProviderTokens('ann', 'github', { ...tokens('third'), refresh: null, expires_at: null });
      expect(await vault.providerTokens('ann', 'google')).toEqual(tokens('second'));
      expect(await vault.providerTokens('ann', 'github')).toMatchObject({ access: 'third', refresh: null, expires_at: null });
      expect(await vault.providerTokens('bob', 'google')).toBeNull();
      await vault.endProviderTokens('ann', 'google');
      expect([await vault.providerTokens('ann', 'google'), (await vault.providerTokens('ann', 'github'))?.access]).toEqual([null, 'third']);
    });

    it('are deleted with their owner, without effect on others', async () => {
      const vault = await open();
      await vault.putProviderTokens('ann', 'google', tokens('a'));
      await vault.putProviderTokens('bob', 'google', tokens('b'));
      await vault.forget('ann');
      expect([await vault.providerTokens('ann', 'google'), (await vault.providerTokens('bob', 'google'))?.access]).toEqual([null, 'b']);
    });

    it('that must be revoked wait once each until they are revoked or expire, even if their owner was deleted', async () => {
      const vault = await open();
      await vault.putRevocation(revocation('r-1'));
      await vault.putRevocation({ ...revocation('r-2', '2026-11-21T00:00:00.000Z'), platform: 'github', refresh: 'again' });
      await vault.putRevocation(revocation('r-1'));
      await vault.forget('ann');
      expect((await vault.revocations()).toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
        revocation('r-1'),
        { ...revocation('r-2', '2026-11-21T00:00:00.000Z'), platform: 'github', refresh: 'again' },
      ]);
      await vault.sweep('2026-11-21T00:00:00.000Z');
      expect((await vault.revocations()).map(({ id }) => id)).toEqual(['r-1']);
      await vault.endRevocation('r-1');
      expect(await vault.revocations()).toEqual([]);
    });
  });
}

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

    it('have one hash at a time: a new one replaces the former', async () => {
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
