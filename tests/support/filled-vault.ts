import { expect } from 'vitest';
import type { VaultDriver } from '../../src/store/vault/driver.ts';

const LATER = '2026-12-01T00:00:00.000Z';
const session = { id: 's-1', user_id: 'ann', created_at: '2026-11-20T16:00:00.000Z', expires_at: LATER };
const token = { token_hash: 'a1'.repeat(32), purpose: 'confirm', user_id: 'ann', expires_at: LATER } as const;
const sourced = { ...token, token_hash: 'b2'.repeat(32), source: 'f00d' } as const;
const personal = { id: 'p-1', token_hash: 'c3'.repeat(32), user_id: 'ann', scopes: ['tasks:read'], expires_at: null, last_used_at: LATER };
const answer = { fingerprint: 'f', status: 201, headers: { etag: '"1"' }, body: '{"é":1}', expires_at: LATER };
const place = { id: 'm-1', kind: 'summary', at: '2026-11-20T16:00:00.000Z', expires_at: LATER } as const;
const aiKey = { key: 'sk-own', url: null, model: 'own/model', checked_at: '2026-11-20T16:00:00.000Z' };

const pushTarget = {
  ...{ id: 'n-1', owner: 'ann', endpoint_hash: 'e5'.repeat(32) },
  ...{ endpoint: 'https://push.example/1', p256dh: 'BPoint', auth: 'secret' },
};

const ledger = { number: 0, ledger: 'l-1', succeeds: { ledger: 'l-0', size: 3, at: LATER, reason: 'restored' } } as const;
const head = { ledger: 'l-1', size: 7, root: 'ab'.repeat(32), at: LATER, key_id: 'k-1', signature: 'c2lnbmVk' };
const publicPart = { key_id: 'k-1', public_key: 'cHVibGlj', since: '2026-11-20T16:00:00.000Z' };
const signingKey = { ...publicPart, number: 0, secret: 'c2VjcmV0' };

const given = { access: 'a', refresh: 'r', expires_at: LATER, id: '1001', scopes: ['openid'] };
const revocation = { id: 'v-1', platform: 'github', access: 'a', refresh: null, expires_at: LATER } as const;

/** Stores an entry of every kind. Gives the key of ann. */
export async function fillVault(vault: VaultDriver): Promise<Uint8Array> {
  for (let n = 0; n < 5; n += 1) await vault.createKey(`user-${n}`);
  await vault.createKey('ann');
  await vault.setPassword('ann', 'scrypt…');
  await vault.putSession(session);
  await vault.putToken(token);
  await vault.putToken(sourced);
  await vault.putPersonalToken(personal);
  await vault.keepAnswer('POST ann', 'k-1', answer);
  await vault.putPlace('r-1', place);
  await vault.putProviderTokens('ann', 'google', given);
  await vault.putRevocation(revocation);
  await vault.putAiKey('ann', aiKey);
  await vault.putPushTarget(pushTarget);
  await vault.keepProgramKey('vapid', 'the key');
  await vault.keepLedger('ann', ledger);
  await vault.keepHead('ann', 0, head);
  await vault.keepSigningKey(signingKey);
  await vault.endSigningKey(signingKey.key_id, LATER);
  return (await vault.key('ann')) as Uint8Array;
}

/** Expects the same entries, and the same key of ann. */
export async function expectFilled(vault: VaultDriver, key: Uint8Array): Promise<void> {
  expect(Buffer.from((await vault.key('ann')) as Uint8Array)).toEqual(Buffer.from(key));
  expect(await vault.password('ann')).toBe('scrypt…');
  expect(await vault.aiKey('ann')).toEqual(aiKey);
  expect(await vault.pushTarget('n-1')).toEqual(pushTarget);
  expect(await vault.programKey('vapid')).toBe('the key');
  expect(await vault.ledgersOf('ann')).toEqual([ledger]);
  expect(await vault.newestHead('ann', 0)).toEqual(head);
  expect(await vault.signingKeys()).toEqual([{ ...publicPart, until: LATER }]);
  expect(await vault.signingSecret(signingKey.key_id)).toBe(signingKey.secret);
  expect(await vault.session('s-1')).toEqual(session);
  expect(await vault.tokensOf('ann', 'confirm')).toEqual([token, sourced]);
  expect(await vault.personalToken(personal.token_hash)).toEqual(personal);
  expect(await vault.keptAnswer('POST ann', 'k-1')).toEqual(answer);
  expect(await vault.placesOf('r-1')).toEqual([place]);
  expect(await vault.providerTokens('ann', 'google')).toEqual(given);
  expect(await vault.revocations()).toEqual([revocation]);
}
