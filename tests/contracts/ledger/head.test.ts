import { createPrivateKey, createPublicKey, hash, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../../src/contracts/ledger/canonical-json.ts';
import { isSignedBy, keyIdOf, signedBytes } from '../../../src/contracts/ledger/ed25519.ts';
import { head, type SigningKey, signerOf } from '../../../src/contracts/ledger/head.ts';

/** The first secret key of RFC 8032, 7.1, with its public key. */
const SECRET = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const PUBLIC = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
const PKCS8_PREFIX = '302e020100300506032b657004220420';
const privateKey = createPrivateKey({ key: Buffer.from(PKCS8_PREFIX + SECRET, 'hex'), format: 'der', type: 'pkcs8' });

const unsigned = {
  ledger: 'b1f6c1f0-1b1c-4c52-9e1c-0e9c1c1f6a01',
  size: 7,
  root: 'ab'.repeat(32),
  at: '2026-11-27T08:00:00.000Z',
  key_id: keyIdOf(base64(PUBLIC)),
};
const signed = { ...unsigned, signature: sign(null, signedBytes(unsigned), privateKey).toString('base64') };
const key: SigningKey = { key_id: unsigned.key_id, public_key: base64(PUBLIC), since: '2026-11-01T00:00:00.000Z', until: null };

describe('a signature', () => {
  it('has the public key that RFC 8032 names for the secret one', () => {
    const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
    expect(der.subarray(-32).toString('hex')).toBe(PUBLIC);
  });

  it('is made over the canonical JSON of all other members', () => {
    const expected = `{"at":"${unsigned.at}","key_id":"${unsigned.key_id}","ledger":"${unsigned.ledger}","root":"${unsigned.root}","size":7}`;
    expect(Buffer.from(signedBytes(signed)).toString()).toBe(expected);
    expect(canonical(unsigned)).toBe(expected);
  });

  it('that another library made is accepted', () => {
    expect(isSignedBy(signed, key.public_key)).toBe(true);
  });

  it.each([
    ['another member', { ...signed, size: 8 }],
    ['one member more', { ...signed, note: 'mine' }],
    ['another signature', { ...signed, signature: `A${signed.signature.slice(1)}` }],
    ['a signature that is too short', { ...signed, signature: signed.signature.slice(4) }],
    ['a signature that is no base64', { ...signed, signature: 'not base64!' }],
    ['the same bytes, written in another way', { ...signed, signature: signed.signature.replace('==', '') }],
  ])('is refused with %s', (_, changed) => {
    expect(isSignedBy(changed, key.public_key)).toBe(false);
  });

  it.each([
    ['another', base64(SECRET)],
    ['a torn', key.public_key.slice(0, 20)],
    ['an empty', ''],
  ])('is refused with %s public key', (_, other) => {
    expect(isSignedBy(signed, other)).toBe(false);
  });

  it('names its key by the first 16 digits of the hash of the public key', () => {
    expect(keyIdOf(base64(PUBLIC))).toBe(hash('sha256', Buffer.from(PUBLIC, 'hex')).slice(0, 16));
    expect(() => keyIdOf('abc')).toThrow(TypeError);
  });
});

describe('a head', () => {
  it('is what the schema says, and nothing more', () => {
    const later = { ...signed, succeeds: { ledger: 'x', size: 3, at: unsigned.at, reason: 'restored' } };
    expect(head.safeParse(signed).success).toBe(true);
    expect(head.safeParse(later).success).toBe(true);
    for (const wrong of [
      { ...signed, note: 1 },
      { ...signed, size: 1.5 },
      { ...signed, root: 'AB'.repeat(32) },
      { ...later, succeeds: { ...later.succeeds, reason: 'lost' } },
    ])
      expect(head.safeParse(wrong).success).toBe(false);
  });

  it('is good if a key signed it while it was in force', () => {
    const ended = (until: string): SigningKey => ({ ...key, until });
    expect(signerOf(signed, [key])).toBe(key);
    expect(signerOf(signed, [ended('2026-11-27T08:00:00.000Z')])).not.toBeNull();
    expect(signerOf(signed, [ended('2026-11-27T07:59:59.999Z')])).toBeNull();
    expect(signerOf(signed, [{ ...key, since: '2026-11-27T08:00:00.001Z' }])).toBeNull();
    expect(signerOf(signed, [])).toBeNull();
    expect(signerOf({ ...signed, root: 'cd'.repeat(32) }, [key])).toBeNull();
  });
});
