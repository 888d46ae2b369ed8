import { z } from 'zod';
import { isSignedBy } from './ed25519.ts';

const INSTANT = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$';
export const instant = z.string().regex(new RegExp(INSTANT)).meta({ format: 'date-time', pattern: INSTANT });

/** SHA-256 in lower-case hex. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
export const keyId = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .meta({ description: 'The first 16 hex digits of the SHA-256 of the public key.' });
export const publicKey = z
  .string()
  // The last letter has only bits of the key: the same bytes have no other text.
  .regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/)
  .meta({ description: 'An Ed25519 public key: its 32 bytes in base64.' });
export const signature = z
  .string()
  .regex(/^[A-Za-z0-9+/]{86}==$/)
  .meta({ description: 'Ed25519 over the canonical JSON (RFC 8785) of all other members of this object: 64 bytes in base64.' });
const size = z.number().int().min(0);
/** Names an account's ledger and nothing else. */
const ledgerId = z.string().min(1).max(100);

const SUCCESSION_REASONS = ['shorter_log', 'restored'] as const;

/** Where a ledger goes on whose log came back shorter than a head that had been signed. */
const succeeds = z.strictObject({
  ledger: ledgerId,
  size: size.meta({ description: 'How many events the two ledgers have in common.' }),
  at: instant,
  reason: z.enum(SUCCESSION_REASONS),
});

/** The signed state of an account's ledger. */
export const head = z.strictObject({
  ledger: ledgerId.meta({ description: 'Names the ledger of one account, and nothing else.' }),
  size: size.meta({ description: 'The number of its leaves.' }),
  root: sha256Hex.meta({ description: 'The root of the Merkle tree (RFC 9162) over its leaves.' }),
  at: instant.meta({ format: 'date-time', pattern: INSTANT, description: 'When it was signed.' }),
  key_id: keyId,
  signature,
  succeeds: succeeds.optional(),
});
export type Head = z.infer<typeof head>;

export const signingKey = z.strictObject({
  key_id: keyId,
  public_key: publicKey,
  since: instant,
  until: instant.nullable().meta({ format: 'date-time', description: 'Null while the key is in force.' }),
});
export type SigningKey = z.infer<typeof signingKey>;

/** /.well-known/vouch-keys.json. */
export const keyList = z.strictObject({ origin: z.string(), keys: z.array(signingKey) });
export type KeyList = z.infer<typeof keyList>;

/** Whether a key was in force at an instant. What it signed until its end stays good. */
export function wasInForce({ since, until }: Pick<SigningKey, 'since' | 'until'>, at: string): boolean {
  const instantOf = Date.parse(at);
  return instantOf >= Date.parse(since) && (until === null || instantOf <= Date.parse(until));
}

/** The first key of the list that signed the head and was in force at its instant; null if there is none. */
export function signerOf(signed: Head, keys: readonly SigningKey[]): SigningKey | null {
  return keys.find((key) => key.key_id === signed.key_id && wasInForce(key, signed.at) && isSignedBy(signed, key.public_key)) ?? null;
}
