import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { KeyedHashes } from '../../../ports/secrets.ts';

/** The program's registration at its own consent server. */
export const OWN_CLIENT = { id: 'vouch-development', secret: 'vouch-development' } as const;

/** A person at the consent server, which believes every name and address. */
export interface ConsentPerson {
  readonly email: string;
  readonly verified: boolean;
}

export interface Consent {
  readonly platform: 'google' | 'github';
  readonly redirectUri: string;
  readonly scope: string;
  /** The S256 code challenge of PKCE. */
  readonly challenge: string;
  readonly nonce: string | null;
  readonly person: ConsentPerson;
}

interface Signed extends Consent {
  readonly kind: 'code' | 'access' | 'refresh';
  /** The same for all tokens of one consent. */
  readonly grant: string;
  readonly expires: number;
}

const CODE_MS = 10 * 60_000;
const TOKEN_MS = 3_600_000;
const FOR_EVER = Number.MAX_SAFE_INTEGER;
const REMEMBERED = { maxSize: 10_000, sizeCalculation: () => 1 };
const KEY_ID = 'development';

const equal = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export type Consents = ReturnType<typeof createConsents>;

/**
 * Codes and tokens of the consent server. They contain their data and are signed, so they stay valid after a restart. Used
 * codes and revoked consents are remembered only while the program runs. Times are real time, as for real providers, and not
 * the development clock.
 */
export function createConsents({ keyed }: Pick<KeyedHashes, 'keyed'>, real: () => number = Date.now) {
  const used = new LRUCache<string, true>(REMEMBERED);
  const revoked = new LRUCache<string, true>(REMEMBERED);

  function give(kind: Signed['kind'], lifetime: number, consent: Consent & { readonly grant: string }): string {
    const text = Buffer.from(JSON.stringify({ ...consent, kind, expires: real() + lifetime } satisfies Signed)).toString('base64url');
    return `${text}.${keyed('development consent', text)}`;
  }

  /** Null: it is invalid, expired or revoked, or of another kind. */
  function read(kind: Signed['kind'], token: string): Signed | null {
    const [text = '', signature = ''] = token.split('.');
    if (!equal(signature, keyed('development consent', text))) return null;
    // The signature proves that `give` has written this text.
    const signed = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Signed;
    return signed.kind === kind && signed.expires > real() && !revoked.has(signed.grant) ? signed : null;
  }

  return {
    code: (consent: Consent): string => give('code', CODE_MS, { ...consent, grant: randomBytes(16).toString('hex') }),

    /** Redeems a code once. Null: it is unknown, used, or belongs to another address or verifier. */
    redeem(code: string, redirectUri: string, verifier: string): Signed | null {
      const signed = read('code', code);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      if (signed === null || used.has(signed.grant) || signed.redirectUri !== redirectUri || signed.challenge !== challenge) return null;
      used.set(signed.grant, true);
      return signed;
    },
    access: (consent: Signed, lifetime: number | null): string => give('access', lifetime ?? FOR_EVER - real(), consent),
    refresh: (consent: Signed): string => give('refresh', FOR_EVER - real(), consent),
    read,
    /** False: the token belongs to no consent. */
    revoke(token: string): boolean {
      const signed = read('refresh', token) ?? read('access', token);
      if (signed !== null) revoked.set(signed.grant, true);
      return signed !== null;
    },
    /** In digits. */
    personId: (platform: Consent['platform'], { email }: ConsentPerson): string =>
      Number.parseInt(keyed('development person', `${platform} ${email.toLowerCase()}`).slice(0, 12), 16).toString(),
    real,
    tokenMs: TOKEN_MS,
  };
}

/** Signs OpenID Connect tokens with ES256. The key lasts as long as the process. */
export function createIdTokens() {
  let pair: ReturnType<typeof keyPair> | null = null;
  const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = () => (pair ??= keyPair());
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    jwks() {
      const key = createPublicKey(own().privateKey).export({ format: 'jwk' });
      return { keys: [{ ...key, kid: KEY_ID, use: 'sig', alg: 'ES256' }] };
    },
    sign(claims: object): string {
      const text = `${part({ alg: 'ES256', typ: 'JWT', kid: KEY_ID })}.${part(claims)}`;
      const signature = sign('sha256', Buffer.from(text), { key: own().privateKey, dsaEncoding: 'ieee-p1363' });
      return `${text}.${signature.toString('base64url')}`;
    },
  };
}
