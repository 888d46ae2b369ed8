import { randomBytes } from 'node:crypto';
import type { Platform } from '../../ports/connections.ts';
import type { StoredToken } from '../../ports/link-tokens.ts';
import type { App } from '../app.ts';
import { later, tokenHash } from '../delivery/account-mails.ts';

/** How long a person may take at the provider, in milliseconds. */
export const STATE_LIFETIME = 10 * 60_000;
/** Of one person or browser at a time. Beyond that the oldest ends. */
const SIDE_BY_SIDE = 20;

/** Who goes to a provider, for what, and where they have to come back. */
export interface StateHolder {
  readonly purpose: Extract<StoredToken['purpose'], 'connect' | 'provider_signin'>;
  /** The owner; of somebody who is not signed in, the browser. */
  readonly userId: string;
  /** Keyed hash of the session or the browser in which it began. */
  readonly source: string;
  /** The provider to which they go; null: that is not known yet. */
  readonly platform: Platform | null;
}

const sourceOf = ({ source, platform }: StateHolder): string => (platform === null ? source : `${platform} ${source}`);

/**
 * A new state, which is good for one return within 10 minutes. Only its hash is kept. `carried` comes back with it, and nobody can
 * change it on the way.
 */
export async function newState(
  { linkTokens, clock }: Pick<App, 'linkTokens' | 'clock'>,
  holder: StateHolder,
  carried = '',
): Promise<string> {
  const { purpose, userId } = holder;
  const state = randomBytes(32).toString('base64url') + (carried === '' ? '' : `.${Buffer.from(carried).toString('base64url')}`);
  const expires_at = later(clock.now(), STATE_LIFETIME);
  await linkTokens.putToken({ token_hash: tokenHash(state), purpose, user_id: userId, expires_at, source: sourceOf(holder) });
  const all = await linkTokens.tokensOf(userId, purpose);
  for (const { token_hash } of all.slice(0, Math.max(0, all.length - SIDE_BY_SIDE))) await linkTokens.takeToken(token_hash);
  return state;
}

/** Whether the state is good for this holder. It stays good. */
async function isStateOf({ linkTokens, clock }: Pick<App, 'linkTokens' | 'clock'>, state: string, holder: StateHolder): Promise<boolean> {
  const { purpose, userId } = holder;
  const found = await linkTokens.token(tokenHash(state));
  if (found === null || found.expires_at <= clock.now()) return false;
  return found.purpose === purpose && found.user_id === userId && found.source === sourceOf(holder);
}

/**
 * Binds a state to the provider to which its holder goes now, so that no other provider's answer is taken with it. It can be
 * repeated. False: the state is not good for this holder, or is bound to another provider.
 */
export async function bindState(app: Pick<App, 'linkTokens' | 'clock'>, state: string, holder: StateHolder): Promise<boolean> {
  if (await isStateOf(app, state, holder)) return true;
  if (!(await isStateOf(app, state, { ...holder, platform: null }))) return false;
  const token = await app.linkTokens.takeToken(tokenHash(state));
  if (token === null) return isStateOf(app, state, holder);
  await app.linkTokens.putToken({ ...token, source: sourceOf(holder) });
  return true;
}

/** Uses the state up. False: it is not good for this holder, or somebody else has used it. */
export async function takeState(app: Pick<App, 'linkTokens' | 'clock'>, state: string, holder: StateHolder): Promise<boolean> {
  return (await isStateOf(app, state, holder)) && (await app.linkTokens.takeToken(tokenHash(state))) !== null;
}

/** What a state carries; empty: nothing. */
export const carriedBy = (state: string): string => Buffer.from(state.split('.')[1] ?? '', 'base64url').toString('utf8');

/** The secrets of one way (such as `google`) to a provider and back. They are made from the state, so that they are kept nowhere. */
export const secretsOf = ({ hashes }: Pick<App, 'hashes'>, way: string, state: string) => ({
  verifier: hashes.keyed(`oauth verifier ${way}`, state),
  nonce: hashes.keyed(`oauth nonce ${way}`, state),
});
