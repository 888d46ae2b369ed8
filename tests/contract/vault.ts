import { describe, expect, it, onTestFinished } from 'vitest';
import { KEPT_BYTES, type KeptAnswer, type StoredPlace } from '../../src/ports/secrets.ts';
import type { StoredSession } from '../../src/ports/tokens.ts';
import type { WatchedVault } from '../../src/store/seal.ts';
import { ledgerContract } from './vault-ledgers.ts';
import { personalToken, personalTokenContract, providerTokensContract, token, tokenContract } from './vault-tokens.ts';

const LATER = '2026-12-01T00:00:00.000Z';
const session = (id: string, user_id: string, expires_at = LATER): StoredSession => ({
  id,
  user_id,
  created_at: '2026-11-20T16:00:00.000Z',
  expires_at,
});
const place = (id: string, expires_at = LATER): StoredPlace => ({ id, kind: 'invitation', at: '2026-11-20T16:00:00.000Z', expires_at });
const answer = (body: string, expires_at = LATER): KeptAnswer => ({
  fingerprint: 'f',
  status: 201,
  headers: { etag: '"1"' },
  body,
  expires_at,
});

export function vaultContract(openVault: () => Promise<WatchedVault>): void {
  const open = async () => {
    const vault = await openVault();
    onTestFinished(() => vault.close());
    return vault;
  };

  describe('keys', () => {
    it('makes a key once, then gives the same one, and a different one for each owner', async () => {
      const vault = await open();
      expect(await vault.key('ann')).toBeNull();
      await vault.createKey('ann');
      const key = await vault.key('ann');
      expect(key).toHaveLength(32);
      await Promise.all([vault.createKey('ann'), vault.createKey('bob')]);
      expect(await vault.key('ann')).toEqual(key);
      expect(await vault.key('bob')).not.toEqual(key);
    });

    it('forgets a destroyed key, reports it, and keeps the others', async () => {
      const vault = await open();
      await Promise.all([vault.createKey('ann'), vault.createKey('bob')]);
      await vault.key('ann');
      const told: string[] = [];
      vault.onKeyDestroyed((owner) => told.push(owner));
      await vault.destroyKey('ann');
      expect(told).toEqual(['ann']);
      expect(await vault.key('ann')).toBeNull();
      expect(await vault.key('bob')).toHaveLength(32);
    });

    it('hashes a value the same each time, and differently for each purpose and value', async () => {
      const vault = await open();
      const hash = vault.keyed('address', 'ann@example.org');
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(vault.keyed('address', 'ann@example.org')).toBe(hash);
      const others = [
        vault.keyed('link', 'ann@example.org'),
        vault.keyed('address', 'bob@example.org'),
        vault.keyed('addressa', 'nn@example.org'),
      ];
      expect(new Set([hash, ...others]).size).toBe(4);
    });
  });

  describe('passwords and sessions', () => {
    it('keeps the last password hash of a user', async () => {
      const vault = await open();
      expect(await vault.password('ann')).toBeNull();
      await vault.setPassword('ann', 'first');
      await vault.setPassword('ann', 'second');
      expect(await vault.password('ann')).toBe('second');
    });

    it('gives a session until it is ended, also when it was read before', async () => {
      const vault = await open();
      await vault.putSession(session('s-1', 'ann'));
      expect(await vault.session('s-1')).toEqual(session('s-1', 'ann'));
      await vault.putSession(session('s-1', 'ann', '2027-01-01T00:00:00.000Z'));
      expect((await vault.session('s-1'))?.expires_at).toBe('2027-01-01T00:00:00.000Z');
      await vault.endSession('s-1');
      expect(await vault.session('s-1')).toBeNull();
    });

    it('renews an existing session, also if it was read before', async () => {
      const vault = await open();
      await vault.putSession(session('s-1', 'ann'));
      await vault.session('s-1');
      expect(await vault.renewSession('s-1', '2027-01-01T00:00:00.000Z')).toBe(true);
      expect(await vault.session('s-1')).toEqual(session('s-1', 'ann', '2027-01-01T00:00:00.000Z'));
    });

    it.each<readonly [string, (vault: WatchedVault) => Promise<void>]>([
      ['is ended', (vault) => vault.endSession('s-1')],
      ['is ended with all sessions of its user', (vault) => vault.endSessions('ann')],
      ['is deleted with its user', (vault) => vault.forget('ann')],
    ])('does not renew a session that %s before or during the renewal', async (_what, end) => {
      const vault = await open();
      await vault.putSession(session('s-1', 'ann'));
      await vault.session('s-1');
      await Promise.all([end(vault), ...Array.from({ length: 8 }, () => vault.renewSession('s-1', '2027-01-01T00:00:00.000Z'))]);
      expect(await vault.session('s-1')).toBeNull();
      expect(await vault.renewSession('s-1', '2027-01-01T00:00:00.000Z')).toBe(false);
      expect([await vault.session('s-1'), await vault.renewSession('never', '2027-01-01T00:00:00.000Z')]).toEqual([null, false]);
    });

    it('ends all sessions of a user except the named one', async () => {
      const vault = await open();
      for (const id of ['s-1', 's-2', 's-3']) await vault.putSession(session(id, 'ann'));
      await vault.putSession(session('s-4', 'bob'));
      for (const id of ['s-1', 's-2', 's-3', 's-4']) await vault.session(id);
      await vault.endSessions('ann', 's-2');
      const there = async () => (await Promise.all(['s-1', 's-2', 's-3', 's-4'].map((id) => vault.session(id)))).map((found) => found?.id);
      expect(await there()).toEqual([undefined, 's-2', undefined, 's-4']);
      await vault.endSessions('ann');
      expect(await there()).toEqual([undefined, undefined, undefined, 's-4']);
    });
  });

  tokenContract(open);
  providerTokensContract(open);
  personalTokenContract(open);

  describe('places', () => {
    it('are stored by recipient, only the newest for each message', async () => {
      const vault = await open();
      expect(await vault.placesOf('r-1')).toEqual([]);
      await vault.putPlace('r-1', place('m-1'));
      await vault.putPlace('r-1', { ...place('m-2'), kind: 'summary' });
      await vault.putPlace('r-2', place('m-1'));
      const later = { ...place('m-1'), at: '2026-11-22T16:00:00.000Z' };
      await vault.putPlace('r-1', later);
      const kept = await vault.placesOf('r-1');
      expect(kept.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([later, { ...place('m-2'), kind: 'summary' }]);
      expect(await vault.placesOf('r-2')).toEqual([place('m-1')]);
    });
  });

  describe('keys of AI services', () => {
    const own = { key: 'sk-own-0123456789', url: 'https://ai.example/v1', model: 'own/model', checked_at: '2026-11-20T16:00:00.000Z' };

    it('are stored one for each owner, only the newest, until they are removed', async () => {
      const vault = await open();
      expect(await vault.aiKey('ann')).toBeNull();
      await vault.putAiKey('ann', own);
      const next = { ...own, key: 'sk-next', url: null, model: null };
      await vault.putAiKey('ann', next);
      await vault.putAiKey('bob', own);
      expect([await vault.aiKey('ann'), await vault.aiKey('bob')]).toEqual([next, own]);
      await vault.removeAiKey('ann');
      await vault.removeAiKey('ann');
      expect([await vault.aiKey('ann'), await vault.aiKey('bob')]).toEqual([null, own]);
    });

    it('are deleted with their owner, but not by a sweep', async () => {
      const vault = await open();
      for (const user of ['ann', 'bob']) await vault.putAiKey(user, own);
      await vault.sweep('2099-01-01T00:00:00.000Z');
      await vault.forget('ann');
      expect([await vault.aiKey('ann'), await vault.aiKey('bob')]).toEqual([null, own]);
    });
  });

  describe('targets of pushes', () => {
    const target = (id: string, owner: string, endpoint = `https://push.example/${id}`) => ({
      ...{ id, owner, endpoint, p256dh: 'BPoint', auth: 'secret' },
      endpoint_hash: `hash of ${endpoint}`,
    });

    it('are found by subscription and by endpoint, until they are removed', async () => {
      const vault = await open();
      expect([await vault.pushTarget('s-1'), await vault.pushTargetAt('hash of https://push.example/s-1')]).toEqual([null, null]);
      await vault.putPushTarget(target('s-1', 'ann'));
      await vault.putPushTarget(target('s-2', 'ann'));
      expect(await vault.pushTarget('s-1')).toEqual(target('s-1', 'ann'));
      expect(await vault.pushTargetAt('hash of https://push.example/s-2')).toEqual(target('s-2', 'ann'));
      await vault.removePushTarget('s-1');
      await vault.removePushTarget('s-1');
      expect([await vault.pushTarget('s-1'), (await vault.pushTarget('s-2'))?.id]).toEqual([null, 's-2']);
    });

    it('are replaced by one with the same id, and by one with the same endpoint', async () => {
      const vault = await open();
      await vault.putPushTarget(target('s-1', 'ann'));
      await vault.putPushTarget({ ...target('s-1', 'ann'), auth: 'another' });
      expect((await vault.pushTarget('s-1'))?.auth).toBe('another');
      await vault.putPushTarget(target('s-2', 'bob', 'https://push.example/s-1'));
      expect([await vault.pushTarget('s-1'), (await vault.pushTargetAt('hash of https://push.example/s-1'))?.owner]).toEqual([null, 'bob']);
    });

    it('are deleted with their owner, but not by a sweep', async () => {
      const vault = await open();
      for (const owner of ['ann', 'bob']) await vault.putPushTarget(target(owner, owner));
      await vault.sweep('2099-01-01T00:00:00.000Z');
      await vault.forget('ann');
      expect([await vault.pushTarget('ann'), (await vault.pushTarget('bob'))?.owner]).toEqual([null, 'bob']);
    });
  });

  describe('keys of the program', () => {
    it('are stored once, and every process gets the same one', async () => {
      const vault = await open();
      expect(await vault.programKey('vapid')).toBeNull();
      const kept = await Promise.all(['one', 'two', 'three'].map((key) => vault.keepProgramKey('vapid', key)));
      expect(new Set(kept).size).toBe(1);
      expect(await vault.programKey('vapid')).toBe(kept[0]);
      await vault.forget('vapid');
      await vault.sweep('2099-01-01T00:00:00.000Z');
      expect([await vault.programKey('vapid'), await vault.programKey('other')]).toEqual([kept[0], null]);
    });
  });

  ledgerContract(open);

  describe('kept answers, sweeping and forgetting', () => {
    it('keeps an answer by scope and key', async () => {
      const vault = await open();
      expect(await vault.keptAnswer('ann', 'k')).toBeNull();
      await vault.keepAnswer('ann', 'k', answer('{"title":"Call the dentist"}'));
      expect(await vault.keptAnswer('ann', 'k')).toEqual(answer('{"title":"Call the dentist"}'));
      expect(await vault.keptAnswer('bob', 'k')).toBeNull();
    });

    it('keeps the newest answers of a scope up to its limit, without effect on other scopes', async () => {
      const vault = await open();
      const large = 'x'.repeat(KEPT_BYTES / 4);
      await vault.keepAnswer('bob', 'k', answer(large));
      for (let minute = 0; minute < 6; minute += 1)
        await vault.keepAnswer('ann', `k-${minute}`, answer(large, `2026-12-01T00:0${minute}:00.000Z`));
      const left = await Promise.all([0, 1, 2, 3, 4, 5].map(async (minute) => (await vault.keptAnswer('ann', `k-${minute}`)) !== null));
      expect(left).toEqual([false, false, false, true, true, true]);
      expect(await vault.keptAnswer('bob', 'k')).not.toBeNull();
    });

    it("deletes a user's answers with the user, whoever made the request", async () => {
      const vault = await open();
      await vault.keepAnswer('address:192.0.2.1', 'k-1', answer('x'), 'ann');
      await vault.keepAnswer('address:192.0.2.1', 'k-2', answer('x'), 'bob');
      await vault.keepAnswer('address:192.0.2.1', 'k-3', answer('x'));
      await vault.forget('ann');
      const left = await Promise.all(['k-1', 'k-2', 'k-3'].map(async (key) => (await vault.keptAnswer('address:192.0.2.1', key)) !== null));
      expect(left).toEqual([false, true, true]);
    });

    it('removes what has expired and nothing else', async () => {
      const vault = await open();
      const now = '2026-11-21T00:00:00.000Z';
      await vault.putSession(session('s-1', 'ann', now));
      await vault.putSession(session('s-2', 'ann'));
      await vault.session('s-1');
      await vault.putToken(token('t-1', 'ann', { expires_at: now }));
      await vault.putToken(token('t-2', 'ann'));
      await vault.keepAnswer('ann', 'k-1', answer('x', now));
      await vault.keepAnswer('ann', 'k-2', answer('x'));
      await vault.putPlace('r', place('m-1', now));
      await vault.putPlace('r', place('m-2'));
      await vault.sweep(now);
      expect(await vault.placesOf('r')).toEqual([place('m-2')]);
      expect([await vault.session('s-1'), await vault.token('t-1'), await vault.keptAnswer('ann', 'k-1')]).toEqual([null, null, null]);
      expect([await vault.session('s-2'), await vault.token('t-2'), await vault.keptAnswer('ann', 'k-2')]).not.toContain(null);
    });

    it('deletes everything of one user except the key', async () => {
      const vault = await open();
      for (const user of ['ann', 'bob']) {
        await vault.createKey(user);
        await vault.setPassword(user, 'hash');
        await vault.putSession(session(`s-${user}`, user));
        await vault.session(`s-${user}`);
        await vault.putToken(token(`t-${user}`, user));
        await vault.putPersonalToken(personalToken(`p-${user}`, user));
        await vault.keepAnswer(`user ${user}`, 'k', answer('x'));
      }
      await vault.forget('ann');
      const left = async (user: string) => [
        await vault.password(user),
        await vault.session(`s-${user}`),
        await vault.token(`t-${user}`),
        await vault.personalToken(`hash of p-${user}`),
        await vault.keptAnswer(`user ${user}`, 'k'),
      ];
      expect(await left('ann')).toEqual([null, null, null, null, null]);
      expect(await left('bob')).not.toContain(null);
      expect(await vault.key('ann')).not.toBeNull();
    });
  });
}
