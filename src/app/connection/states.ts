import { randomBytes } from 'node:crypto';
import type { Platform } from '../../ports/oauth.ts';
import type { StoredToken } from '../../ports/tokens.ts';
import type { App } from '../app.ts';
import { later, tokenHash } from '../delivery/account-mails.ts';

/** How long a person may take at the provider, in milliseconds. */
export const STATE_LIFETIME = 10 * 60_000;
/** The most open states of one person or browser. A further one ends the oldest. */
const SIDE_BY_SIDE = 20;

/** Who visits a provider, for which purpose, and in which browser they must come back. */
export interface StateHolder {
  readonly purpose: Extract<StoredToken['purpose'], 'connect' | 'provider_signin'>;
  /** The owner's id, or that of the browser if nobody is signed in. */
  readonly userId: string;
  /** Keyed hash of the session or the browser in which it began. */
  readonly source: string;
  /** The provider that they visit; null: not yet known. */
  readonly platform: Platform | null;
}

const sourceOf = ({ source, platform }: StateHolder): string => (platform === null ? source : `${platform} ${source}`);

/**
 * A new state, which is valid for one return within 10 minutes. Only its hash is stored. `carried` returns with it, and nobody can change
 * it in between.
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

/** Whether the state is valid for this holder. It stays valid. */
async function isStateOf({ linkTokens, clock }: Pick<App, 'linkTokens' | 'clock'>, state: string, holder: StateHolder): Promise<boolean> {
  const { purpose, userId } = holder;
  const found = await linkTokens.token(tokenHash(state));
  if (found === null || found.expires_at <= clock.now()) return false;
  return found.purpose === purpose && found.user_id === userId && found.source === sourceOf(holder);
}

/**
 * Binds a state to the provider that its holder visits, so that the answer of another provider is refused. It can be repeated. False: the
 * state is not valid for this holder, or it is bound to another provider.
 */
export async function bindState(app: Pick<App, 'linkTokens' | 'clock'>, state: string, holder: StateHolder): Promise<boolean> {
  if (await isStateOf(app, state, holder)) return true;
  if (!(await isStateOf(app, state, { ...holder, platform: null }))) return false;
  const token = await app.linkTokens.takeToken(tokenHash(state));
  if (token === null) return isStateOf(app, state, holder);
  await app.linkTokens.putToken({ ...token, source: sourceOf(holder) });
  return true;
}

/** Uses up the state. False: it is not valid for this holder, or somebody else has used it. */
export async function takeState(app: Pick<App, 'linkTokens' | 'clock'>, state: string, holder: StateHolder): Promise<boolean> {
  return (await isStateOf(app, state, holder)) && (await app.linkTokens.takeToken(tokenHash(state))) !== null;
}

export const carriedBy = (state: string): string => Buffer.from(state.split('.')[1] ?? '', 'base64url').toString('utf8');

/**
 * The secrets of one sign-in at a provider (`way` is for example `google`). They are computed from the state, so that they need not be
 * stored.
 */
export const secretsOf = ({ hashes }: Pick<App, 'hashes'>, way: string, state: string) => ({
  verifier: hashes.keyed(`oauth verifier ${way}`, state),
  nonce: hashes.keyed(`oauth nonce ${way}`, state),
});
