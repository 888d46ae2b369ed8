import { describe, expect, it } from 'vitest';
import type { Revocation, StoredTokens } from '../../src/ports/provider-tokens.ts';
import type { WatchedVault } from '../../src/store/seal.ts';

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
    it('are kept by owner and platform, the newest, until they are ended', async () => {
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

    it('are forgotten with their owner, and nobody else’s are', async () => {
      const vault = await open();
      await vault.putProviderTokens('ann', 'google', tokens('a'));
      await vault.putProviderTokens('bob', 'google', tokens('b'));
      await vault.forget('ann');
      expect([await vault.providerTokens('ann', 'google'), (await vault.providerTokens('bob', 'google'))?.access]).toEqual([null, 'b']);
    });

    it('that must be revoked wait once each, even if their owner was deleted, until they are revoked or expire', async () => {
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
