import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyIdOf, signedBytes } from '../../contracts/ledger/ed25519.ts';
import type { SigningKey } from '../../contracts/ledger/head.ts';
import { required } from '../../domain/kernel/records.ts';
import type { NewSigningKey, SigningKeys } from '../../ports/ledger.ts';
import type { App } from '../app.ts';

/** The key that signs now. */
export interface Signer {
  readonly key: SigningKey;
  /** The instant of what is signed now. It is never before the beginning of the key. */
  readonly at: string;
  /** The `signature` of an object with these members. */
  sign(unsigned: object): string;
}

type Ports = Pick<App, 'signingKeys' | 'clock'>;

/**
 * The newest signing key. It is read anew each time, because another process may have begun one. The first one is made when it is first
 * needed.
 * @throws StoreUnavailable, StoreFull
 */
export async function currentSigner({ signingKeys, clock }: Ports): Promise<Signer> {
  const key = required((await keysOf({ signingKeys, clock })).at(-1), 'signing key');
  const secret = required(await signingKeys.signingSecret(key.key_id), `secret of the signing key ${key.key_id}`);
  const privateKey = privateKeyOf(key.public_key, secret);
  return {
    key,
    at: later(clock.now(), key.since),
    sign: (unsigned) => sign(null, signedBytes(unsigned), privateKey).toString('base64'),
  };
}

/** All signing keys, oldest first; there is at least one. @throws StoreUnavailable, StoreFull */
export async function keysOf({ signingKeys, clock }: Ports): Promise<readonly SigningKey[]> {
  const keys = await signingKeys.signingKeys();
  if (keys.length > 0) return keys;
  await signingKeys.keepSigningKey(newKey(0, clock.now()));
  return signingKeys.signingKeys();
}

/** While a key is being changed, programs that have begun to sign with the old one finish within this time, in milliseconds. */
const DRAIN_MS = 2_000;

/** Another process is changing the signing key at the same time. */
export class RotatedMeanwhile extends Error {
  override readonly name = 'RotatedMeanwhile';
}

/**
 * Begins a new signing key, and ends the ones before it. Programs go on meanwhile: they read the newest key each time they sign. The old
 * key ends a little later, so that nothing is signed with it after its end.
 * @throws RotatedMeanwhile, StoreUnavailable, StoreFull
 */
export async function rotateSigningKey(
  signingKeys: SigningKeys,
  now: () => string,
  drain: () => Promise<unknown> = () => sleep(DRAIN_MS),
): Promise<{ readonly ended: readonly string[]; readonly begun: SigningKey }> {
  const keys = await signingKeys.signingKeys();
  const since = later(now(), keys.at(-1)?.since ?? '');
  const begun = newKey(keys.length, since);
  if (!(await signingKeys.keepSigningKey(begun)))
    throw new RotatedMeanwhile('Another process has just begun a signing key. Nothing was changed.');
  await drain();
  const ended = keys.filter(({ until }) => until === null).map(({ key_id }) => key_id);
  for (const keyId of ended) await signingKeys.endSigningKey(keyId, later(now(), since));
  return { ended, begun: { key_id: begun.key_id, public_key: begun.public_key, since, until: null } };
}

const later = (one: string, other: string): string => (one > other ? one : other);

function newKey(number: number, since: string): NewSigningKey {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const public_key = inBase64(x);
  return { number, key_id: keyIdOf(public_key), public_key, since, secret: inBase64(d) };
}

/** JWK is base64url without padding; everything else here is base64. */
const inBase64 = (base64url: string | undefined): string => Buffer.from(base64url ?? '', 'base64url').toString('base64');
const inBase64url = (base64: string): string => Buffer.from(base64, 'base64').toString('base64url');

const privateKeyOf = (publicKey: string, secret: string): KeyObject =>
  createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: inBase64url(publicKey), d: inBase64url(secret) } });
