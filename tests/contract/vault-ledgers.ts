import { describe, expect, it } from 'vitest';
import type { Head } from '../../src/contracts/ledger/head.ts';
import type { NewSigningKey, SignedHeads, SigningKeys, StoredLedger } from '../../src/ports/ledger.ts';
import type { SecretsUpkeep } from '../../src/ports/secrets.ts';

const ledger = (number: number, id = `l-${number}`): StoredLedger => ({ number, ledger: id, succeeds: null });
const head = (size: number, at = `2026-11-20T16:00:0${size}.000Z`, id = 'l-0'): Head => ({
  ledger: id,
  size,
  root: 'ab'.repeat(32),
  at,
  key_id: 'k-0',
  signature: `signed ${size} at ${at}`,
});
const key = (number: number, id = `k-${number}`): NewSigningKey => ({
  number,
  key_id: id,
  public_key: `public of ${id}`,
  since: '2026-11-20T16:00:00.000Z',
  secret: `secret of ${id}`,
});

/** `open` opens an empty vault, which is closed when the test has ended. */
export function ledgerContract(open: () => Promise<SignedHeads & SigningKeys & SecretsUpkeep>): void {
  describe('ledgers', () => {
    it('have the id that was stored first, also when many store one at once', async () => {
      const vault = await open();
      expect(await vault.ledgersOf('ann')).toEqual([]);
      const kept = await Promise.all([1, 2, 3, 4, 5].map((n) => vault.keepLedger('ann', ledger(0, `try-${n}`))));
      expect(new Set(kept.map((one) => one.ledger)).size).toBe(1);
      expect(await vault.ledgersOf('ann')).toEqual([kept[0]]);
    });

    it('are listed newest first, with what they succeed', async () => {
      const vault = await open();
      const later = { ...ledger(1), succeeds: { ledger: 'l-0', size: 4, at: '2026-11-21T16:00:00.000Z', reason: 'shorter_log' } } as const;
      await vault.keepLedger('ann', ledger(0));
      expect(await vault.keepLedger('ann', later)).toEqual(later);
      expect(await vault.ledgersOf('ann')).toEqual([later, ledger(0)]);
    });

    it('name their accounts in pages, each account once', async () => {
      const vault = await open();
      for (const owner of ['cid', 'ann', 'bob']) await vault.keepLedger(owner, ledger(0, `of ${owner}`));
      await vault.keepLedger('ann', ledger(1, 'second of ann'));
      expect(await vault.ledgerOwners({ limit: 2 })).toEqual(['ann', 'bob']);
      expect(await vault.ledgerOwners({ limit: 2, after: 'bob' })).toEqual(['cid']);
    });
  });

  describe('signed heads', () => {
    it('of one size are one: the first counts, also when many store it at once', async () => {
      const vault = await open();
      const kept = await Promise.all([1, 2, 3, 4, 5].map((n) => vault.keepHead('ann', 0, head(7, `2026-11-20T16:00:0${n}.000Z`))));
      expect(new Set(kept.map(({ at }) => at)).size).toBe(1);
      expect(await vault.headAt('ann', { number: 0, size: 7 })).toEqual(kept[0]);
      expect(await vault.headsOf('ann', { limit: 10 })).toHaveLength(1);
    });

    it('are found by size, and the newest is the largest', async () => {
      const vault = await open();
      expect(await vault.newestHead('ann', 0)).toBeNull();
      for (const size of [9, 3, 5]) await vault.keepHead('ann', 0, head(size));
      await vault.keepHead('ann', 1, head(2, undefined, 'l-1'));
      expect(await vault.newestHead('ann', 0)).toEqual(head(9));
      expect(await vault.newestHead('ann', 1)).toEqual(head(2, undefined, 'l-1'));
      expect(await vault.headAt('ann', { number: 0, size: 3 })).toEqual(head(3));
      expect(await vault.headAt('ann', { number: 0, size: 4 })).toBeNull();
      expect(await vault.newestHead('bob', 0)).toBeNull();
    });

    it('are listed page by page, the present ledger first, and from the largest down', async () => {
      const vault = await open();
      for (const size of [1, 4, 2]) await vault.keepHead('ann', 0, head(size));
      for (const size of [3, 1]) await vault.keepHead('ann', 1, head(size, undefined, 'l-1'));
      await vault.keepHead('bob', 0, head(8));
      const places: string[] = [];
      for (let after: { number: number; size: number } | undefined; ; ) {
        const page = await vault.headsOf('ann', { limit: 2, ...(after && { after }) });
        places.push(...page.map(({ place, head: { ledger: id } }) => `${place.number} ${place.size} ${id}`));
        after = page.at(-1)?.place;
        if (page.length < 2) break;
      }
      expect(places).toEqual(['1 3 l-1', '1 1 l-1', '0 4 l-0', '0 2 l-0', '0 1 l-0']);
    });

    it('are counted from an instant on', async () => {
      const vault = await open();
      for (const size of [1, 2, 3]) await vault.keepHead('ann', 0, head(size));
      expect(await vault.headsSince('ann', '2026-11-20T16:00:01.000Z')).toBe(2);
      expect(await vault.headsSince('bob', '2026-11-20T16:00:01.000Z')).toBe(0);
    });

    it('and ledgers are deleted with their account', async () => {
      const vault = await open();
      for (const owner of ['ann', 'bob']) {
        await vault.keepLedger(owner, ledger(0, `of ${owner}`));
        await vault.keepHead(owner, 0, head(3));
      }
      await vault.forget('ann');
      expect([await vault.ledgersOf('ann'), await vault.newestHead('ann', 0)]).toEqual([[], null]);
      expect([await vault.ledgersOf('bob'), await vault.newestHead('bob', 0)]).toEqual([[ledger(0, 'of bob')], head(3)]);
    });
  });

  describe('signing keys', () => {
    it('are listed oldest first, and one process stores the key of a number', async () => {
      const vault = await open();
      const kept = await Promise.all([1, 2, 3].map((n) => vault.keepSigningKey(key(0, `try-${n}`))));
      expect(kept.filter(Boolean)).toHaveLength(1);
      expect(await vault.keepSigningKey(key(1))).toBe(true);
      const listed = await vault.signingKeys();
      expect(listed.map(({ key_id }) => key_id)).toEqual([`try-${kept.indexOf(true) + 1}`, 'k-1']);
      const { secret: _, number: _number, ...shown } = key(1);
      expect(listed[1]).toEqual({ ...shown, until: null });
    });

    it('end once', async () => {
      const vault = await open();
      await vault.keepSigningKey(key(0));
      await vault.endSigningKey('k-0', '2026-11-21T16:00:00.000Z');
      await vault.endSigningKey('k-0', '2026-11-22T16:00:00.000Z');
      expect((await vault.signingKeys()).map(({ until }) => until)).toEqual(['2026-11-21T16:00:00.000Z']);
    });

    it('give their secret, also after they have ended', async () => {
      const vault = await open();
      await vault.keepSigningKey(key(0));
      await vault.endSigningKey('k-0', '2026-11-21T16:00:00.000Z');
      expect(await vault.signingSecret('k-0')).toBe('secret of k-0');
      expect(await vault.signingSecret('k-1')).toBeNull();
    });
  });
}
