import { describe, expect, it, onTestFinished } from 'vitest';
import { openOpener, seal, type WatchedVault } from '../../src/store/seal.ts';

const LATER = '2026-12-01T00:00:00.000Z';

export interface SharedVaultOptions {
  readonly masterKey?: Uint8Array;
  /** Milliseconds between two lookups of what other processes destroyed. */
  readonly lookMs?: number;
  readonly monotonic?: () => number;
}

/** Opens one vault for a process; it can be called for several. */
export type OpenShared = () => (options?: SharedVaultOptions) => Promise<WatchedVault>;

/** What processes that share a vault rely on. */
export function sharedVaultContract(openShared: OpenShared): void {
  async function two(options: SharedVaultOptions = {}): Promise<readonly [WatchedVault, WatchedVault]> {
    const open = openShared();
    const both = await Promise.all([open(options), open(options)]);
    onTestFinished(async () => void (await Promise.all(both.map((vault) => vault.close()))));
    return both as [WatchedVault, WatchedVault];
  }

  describe('a vault that two processes share', () => {
    it('gives each token to one of them, once', async () => {
      const [one, other] = await two();
      const hashes = Array.from({ length: 12 }, (_, n) => `t-${n}`);
      for (const token_hash of hashes) await one.putToken({ token_hash, purpose: 'reset', user_id: 'ann', expires_at: LATER });
      const taken = await Promise.all(hashes.flatMap((hash) => [one, other, one, other].map((vault) => vault.takeToken(hash))));
      expect(taken.flatMap((token) => token?.token_hash ?? []).toSorted()).toEqual(hashes.toSorted());
    });

    it('ends a session for both at once', async () => {
      const [one, other] = await two();
      const session = { id: 's', user_id: 'ann', created_at: '2026-11-20T16:00:00.000Z', expires_at: LATER };
      await one.putSession(session);
      expect(await other.session('s')).toEqual(session);
      await one.endSession('s');
      expect(await other.session('s')).toBeNull();
      await other.putSession(session);
      expect(await one.session('s')).toEqual(session);
      await other.endSessions('ann');
      expect(await one.session('s')).toBeNull();
    });

    it('makes one key for both, also at the same time', async () => {
      const [one, other] = await two();
      const owners = Array.from({ length: 8 }, (_, n) => `o-${n}`);
      await Promise.all(owners.flatMap((owner) => [one.createKey(owner), other.createKey(owner)]));
      for (const owner of owners) expect(await one.key(owner)).toEqual(await other.key(owner));
    });

    it('makes one process forget a key that the other destroys, and what was opened with it', async () => {
      const [one, other] = await two({ lookMs: 10 });
      await Promise.all([one.createKey('ann'), one.createKey('bob')]);
      const sealed = seal((await one.key('ann')) as Uint8Array, 'ann', 'e', '{"title":"Swans"}');
      const opener = openOpener(one);
      expect(await opener.open('ann', sealed)).toEqual({ title: 'Swans' });
      const destroyed: string[] = [];
      const noticed = new Promise<void>((resolve) =>
        one.onKeyDestroyed((owner) => {
          destroyed.push(owner);
          resolve();
        }),
      );
      await other.destroyKey('ann');
      await noticed;
      expect(opener.openNow('ann', sealed)).toBeNull();
      expect(await one.key('ann')).toBeNull();
      expect(await one.key('bob')).toHaveLength(32);
      expect(destroyed).toEqual(['ann']);
    });

    it('gives both processes the new key when a key is made again', async () => {
      const [one, other] = await two({ lookMs: 10 });
      await one.createKey('ann');
      const first = await one.key('ann');
      const noticed = new Promise<void>((resolve) => one.onKeyDestroyed(() => resolve()));
      await other.destroyKey('ann');
      await other.createKey('ann');
      await noticed;
      expect(await one.key('ann')).not.toEqual(first);
      expect(await one.key('ann')).toEqual(await other.key('ann'));
    });

    it('uses no key that was read more than 5 s ago without checking which keys were destroyed since', async () => {
      let time = 0;
      const open = openShared();
      const one = await open({ lookMs: 3_600_000, monotonic: () => time });
      const other = await open();
      onTestFinished(async () => void (await Promise.all([one.close(), other.close()])));
      await one.createKey('ann');
      await one.key('ann');
      const destroyed: string[] = [];
      one.onKeyDestroyed((owner) => destroyed.push(owner));
      await other.destroyKey('ann');
      time = 4_999;
      expect(one.keysCurrent()).toBe(true);
      time = 5_000;
      expect(one.keysCurrent()).toBe(false);
      expect(await one.key('ann')).toBeNull();
      expect(destroyed).toEqual(['ann']);
    });

    it('can be opened with one master key only, even if both start together', async () => {
      const open = openShared();
      const vaults = await Promise.all(Array.from({ length: 4 }, () => open()));
      for (const vault of vaults) await vault.close();
      await expect(open({ masterKey: new Uint8Array(32).fill(8) })).rejects.toThrow('The master key is not the one that');
      await expect(open({ masterKey: new Uint8Array(16) })).rejects.toThrow('The master key must be 32 bytes; it has 16.');
    });
  });
}
