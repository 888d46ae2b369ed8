import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import { foldAddress } from '../../app/account/account-lookup.ts';
import type { AuditAct } from '../../contracts/call.ts';
import type { RefusalCode } from '../../contracts/refusals.ts';
import type { KeyedHashes } from '../../ports/secrets.ts';
import type { Addresses } from './limits.ts';
import { requestId } from './meter.ts';
import { networkOf } from './networks.ts';
import { refusalOf } from './problems.ts';

/**
 * One line of the operators' audit log. Account, address and network are keyed hashes (16 hex digits), which nobody can turn
 * back without the installation's master key; null: not known.
 */
export interface AuditEntry {
  readonly act: AuditAct;
  /** `done`, or the code of the refusal. */
  readonly outcome: 'done' | RefusalCode;
  readonly account: string | null;
  /** The email address that was typed. */
  readonly address: string | null;
  /** The network address (IPv6: its /64). */
  readonly network: string;
  /** The id of the request, as in its line of the log. */
  readonly request: string | null;
}

/** What is known of a request while it is answered. */
interface Audited {
  act: AuditAct | null;
  account: string | null;
  email: string | null;
}

function auditedOf({ state }: Context): Audited {
  state.audited ??= { act: null, account: null, email: null };
  return state.audited as Audited;
}

/** Notes what the audit log is to say of this request. What is noted later replaces what was noted before. */
export function noteForAudit(context: Context, known: Partial<Audited>): void {
  Object.assign(auditedOf(context), known);
}

/** The address in a body that nobody has checked yet. */
export const emailIn = (body: unknown): string | null => {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : null;
  return typeof email === 'string' ? email.slice(0, LONGEST_ADDRESS) : null;
};
const LONGEST_ADDRESS = 254;

/** Refusals that operators see whatever was called. */
const ALWAYS: ReadonlySet<string> = new Set<RefusalCode>(['rate_limited', 'cross_site', 'cookie_needed', 'scope_required']);
const TOO_MANY_REQUESTS = 429;

/** Of what may come in floods, one line in a minute for each act, outcome and network. */
const QUIET_MS = 60_000;
const MOST_QUIET = 10_000;
const HASH_DIGITS = 16;

/** A keyed hash for the audit log: short enough to read, long enough to tell accounts apart. */
export const auditHash = (hashes: KeyedHashes, kind: 'account' | 'address' | 'network', value: string): string =>
  hashes.keyed(`audit ${kind}`, value).slice(0, HASH_DIGITS);

export interface AuditOptions {
  readonly hashes: KeyedHashes;
  readonly addresses: Addresses;
  readonly write: (entry: AuditEntry) => void;
  /** A monotonic clock, in milliseconds. */
  readonly monotonic?: () => number;
}

/** Writes the operators' audit log: a line for each request that `AuditAct` names, and for refusals that concern safety. */
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

  /** A token that is not valid, or is no longer. */
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
    // The partner's pages show their refusals themselves.
    if (context.status === TOO_MANY_REQUESTS) note(context, 'rate_limited');
    else if (auditedOf(context).act !== null) note(context, 'done');
  };
}
