import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import { foldAddress } from '../../app/account/account-lookup.ts';
import type { AuditAct } from '../../contracts/call.ts';
import type { RefusalCode } from '../../contracts/refusals.ts';
import type { KeyedHashes } from '../../ports/secrets.ts';
import type { Addresses } from './limits.ts';
import { requestId } from './meter.ts';
import { networkOf } from './origin.ts';
import { refusalOf } from './problems.ts';

/**
 * One line of the operators' audit log. Account, address and network are keyed hashes (16 hex digits) that cannot be reversed
 * without the master key. Null: not known.
 */
export interface AuditEntry {
  readonly act: AuditAct;
  /** `done`, or the code of the refusal. */
  readonly outcome: 'done' | RefusalCode;
  readonly account: string | null;
  /** The email address that was typed. */
  readonly address: string | null;
  /** IPv6: the /64. */
  readonly network: string;
  /** The id of the request in the log. */
  readonly request: string | null;
}

interface Audited {
  act: AuditAct | null;
  account: string | null;
  email: string | null;
}

/** Keyed by the state of the context, which all middlewares share. */
const requests = new WeakMap<object, Audited>();

function auditedOf({ state }: Pick<Context, 'state'>): Audited {
  const audited = requests.get(state) ?? { act: null, account: null, email: null };
  requests.set(state, audited);
  return audited;
}

/** Adds facts about this request for the audit log. Later values replace earlier ones. */
export function noteForAudit(context: Context, known: Partial<Audited>): void {
  Object.assign(auditedOf(context), known);
}

/** The body has not been validated yet. */
export const emailIn = (body: unknown): string | null => {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : null;
  return typeof email === 'string' ? email.slice(0, LONGEST_ADDRESS) : null;
};
const LONGEST_ADDRESS = 254;

/** These refusals are logged for every call. */
const ALWAYS: ReadonlySet<string> = new Set<RefusalCode>(['rate_limited', 'cross_site', 'cookie_needed', 'scope_required']);
const TOO_MANY_REQUESTS = 429;

/** For events that may come in floods: one line per minute for each act, outcome and network. */
const QUIET_MS = 60_000;
const MOST_QUIET = 10_000;
const HASH_DIGITS = 16;

/** Short enough to read, long enough to distinguish accounts. */
export const auditHash = (hashes: KeyedHashes, kind: 'account' | 'address' | 'network', value: string): string =>
  hashes.keyed(`audit ${kind}`, value).slice(0, HASH_DIGITS);

export interface AuditOptions {
  readonly hashes: KeyedHashes;
  readonly addresses: Addresses;
  readonly write: (entry: AuditEntry) => void;
  /** In milliseconds. */
  readonly monotonic?: () => number;
}

/** Writes a line for each request with an `AuditAct`, and for refusals that concern security. */
export function auditRequests({ hashes, addresses, write, monotonic = () => performance.now() }: AuditOptions): Middleware {
  const written = new LRUCache<string, number>({ maxSize: MOST_QUIET, sizeCalculation: () => 1 });
  const isQuiet = (key: string): boolean => {
    const now = monotonic();
    if (now - (written.get(key) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return true;
    written.set(key, now);
    return false;
  };

  function note(context: Context, outcome: AuditEntry['outcome']): void {
    const { act, account, email } = auditedOf(context);
    const network = auditHash(hashes, 'network', networkOf(addresses.of(context)));
    const entry: AuditEntry = {
      act: act ?? 'call',
      outcome,
      account: account === null ? null : auditHash(hashes, 'account', account),
      address: email === null ? null : auditHash(hashes, 'address', foldAddress(email)),
      network,
      request: requestId(context) ?? null,
    };
    const mayFlood = outcome !== 'done' && (act === null || outcome === 'rate_limited');
    if (!mayFlood || !isQuiet(`${entry.act} ${outcome} ${network}`)) write(entry);
  }

  /** An invalid or expired token was sent. */
  const showsToken = (context: Context): boolean => context.req.headers.authorization !== undefined;

  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      const code = refusalOf(error)?.code ?? 'internal';
      const isNoted = auditedOf(context).act !== null || ALWAYS.has(code) || (code === 'unauthenticated' && showsToken(context));
      if (isNoted) note(context, code);
      throw error;
    }
    // The partner's pages answer refusals themselves, so only the status shows this one.
    if (context.status === TOO_MANY_REQUESTS) note(context, 'rate_limited');
    else if (auditedOf(context).act !== null) note(context, 'done');
  };
}
