import { createHash, randomBytes } from 'node:crypto';
import { RuleViolation } from '../domain/kernel/decider.ts';
import { isEvent } from '../domain/kernel/define-event.ts';
import type { Position, Recorded } from '../domain/kernel/event.ts';
import { StoreFull } from '../domain/kernel/event-store.ts';
import { readState } from '../domain/kernel/fold-stream.ts';
import { handle } from '../domain/kernel/handle.ts';
import { OVER, type Token, type TokenCommand, tokenDecider } from '../domain/token/decide.ts';
import { PersonalTokenDeleted, tokenStream } from '../domain/token/events.ts';
import type { StoredPersonalToken } from '../ports/tokens.ts';
import type { App } from './app.ts';
import { type Caller, contextOf } from './caller.ts';

/** Every personal token begins with this, so that people, and scanners for leaked secrets, recognize it. */
const PREFIX = 'vouch_';
const SECRET_BYTES = 32;
/** A use is recorded at most once in this time, so that not every call writes. */
const NOTED_MS = 60_000;

/** The prefix and 32 bytes in base64url. */
const TOKEN = new RegExp(`^${PREFIX}[A-Za-z0-9_-]{43}$`);
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface TokenInput {
  readonly name: string;
  readonly scopes: readonly string[];
  /** RFC 3339; null: it does not expire. */
  readonly expires_at: string | null;
}

/** The faults of the expiry of a new token, by field. */
export const faultsOfEnd = ({ clock }: Pick<App, 'clock'>, expires_at: unknown): Readonly<Record<string, readonly string[]>> =>
  typeof expires_at === 'string' && Date.parse(expires_at) <= Date.parse(clock.now()) ? { expires_at: [OVER] } : {};

export interface CreatedToken {
  readonly token: Token;
  /** The text that the client sends: the prefix and 43 characters. */
  readonly secret: string;
  readonly position: Position | null;
}

/**
 * Creates a personal token. Only this call returns it, because only its hash is stored. Repeating the call with the same id gives one
 * token, and only the newest secret works.
 * @throws RuleViolation validation_failed (`expires_at`), limit_reached
 */
export async function createToken(app: App, caller: Caller, input: TokenInput, id = app.newId()): Promise<CreatedToken> {
  const { owner } = caller;
  const { limits } = await app.plans.of(owner);
  // The work that ends a deleted token would also end a new one with the same id.
  const free = (await wasDeleted(app, owner, id)) ? app.newId() : id;
  const { state, position } = await send(app, caller, { type: 'Create', id: free, ...input, most: limits.tokens, now: app.clock.now() });
  const token = state.find((one) => one.id === free);
  if (!token) throw new RuleViolation('not_found', 'There is no such token.');
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  const { scopes, expires_at } = token;
  await app.personalTokens.putPersonalToken({
    id: free,
    token_hash: hashOf(secret),
    user_id: owner,
    scopes,
    expires_at,
    last_used_at: null,
  });
  // The account may have been deleted meanwhile, before this token was in the vault.
  if ((await app.keys.key(owner)) === null) await app.secretsUpkeep.forget(owner);
  return { token, secret, position };
}

const wasDeleted = async ({ store }: Pick<App, 'store'>, owner: string, id: string): Promise<boolean> =>
  (await store.readStream(tokenStream(owner))).some((event) => isEvent(event, PersonalTokenDeleted) && event.data.token_id === id);

export interface OwnToken {
  readonly token: Token;
  /** To the minute; null: never. */
  readonly lastUsedAt: string | null;
}

/** The personal tokens of an owner, in the order in which they were created. */
export async function listTokens(
  { store, personalTokens }: Pick<App, 'store' | 'personalTokens'>,
  owner: string,
): Promise<readonly OwnToken[]> {
  const [tokens, stored] = await Promise.all([readState(store, tokenDecider, tokenStream(owner)), personalTokens.personalTokensOf(owner)]);
  const used = new Map(stored.map(({ id, last_used_at }) => [id, last_used_at]));
  return tokens.map((token) => ({ token, lastUsedAt: used.get(token.id) ?? null }));
}

/**
 * Deletes a token, which stops working at once.
 * @throws RuleViolation not_found
 */
export async function deleteToken(app: App, caller: Caller, id: string): Promise<Position | null> {
  const { events, position } = await send(app, caller, { type: 'Delete', id });
  for (const event of events) await endDeletedToken(app, event);
  return position;
}

/** Makes sure that a deleted token is refused. It can be repeated at any later time. */
export async function endDeletedToken({ personalTokens }: Pick<App, 'personalTokens'>, event: Recorded): Promise<void> {
  if (isEvent(event, PersonalTokenDeleted)) await personalTokens.removePersonalToken(event.data.token_id);
}

export const isPersonalToken = (bearer: string): boolean => bearer.startsWith(PREFIX);

type TokenPorts = Pick<App, 'personalTokens' | 'clock'>;

/**
 * The stored token of a request; null if there is none, or it has expired.
 * @throws StoreUnavailable
 */
export async function validToken({ personalTokens, clock }: TokenPorts, bearer: string): Promise<StoredPersonalToken | null> {
  const found = TOKEN.test(bearer) ? await personalTokens.personalToken(hashOf(bearer)) : null;
  return found === null || (found.expires_at !== null && found.expires_at <= clock.now()) ? null : found;
}

/**
 * The same, and its use is recorded.
 * @throws StoreUnavailable
 */
export async function shownToken(app: TokenPorts, bearer: string): Promise<StoredPersonalToken | null> {
  const { personalTokens, clock } = app;
  const found = await validToken(app, bearer);
  if (found === null) return null;
  const now = clock.now();
  const noted = found.last_used_at;
  if (noted === null || Date.parse(now) - Date.parse(noted) >= NOTED_MS)
    await personalTokens.notePersonalTokenUse(found.id, now).catch(unlessDiskIsFull);
  return found;
}

/**
 * Reads must work while the disk is full, even if the use of the token cannot be recorded.
 * @throws every other error
 */
function unlessDiskIsFull(error: unknown): void {
  if (!(error instanceof StoreFull)) throw error;
}

const send = (app: App, caller: Caller, command: TokenCommand) =>
  handle(app, tokenDecider, tokenStream(caller.owner), command, contextOf(caller));
