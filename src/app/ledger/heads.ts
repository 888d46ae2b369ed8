import type { Head } from '../../contracts/ledger/head.ts';
import { rootOfPeaks } from '../../contracts/ledger/merkle.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { StoredLedger } from '../../ports/ledger.ts';
import { HASHES, type LedgerDoc } from '../../projections/ledger/ledgers.ts';
import { ledgerOf } from '../../projections/ledger/tree.ts';
import type { App } from '../app.ts';
import { currentSigner } from './signing.ts';

/** An owner's calls and papers sign this many heads in 24 hours. */
export const HEADS_A_DAY = 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
const RETRY_AFTER_S = 60 * 60;

/**
 * What happens if the owner's heads of this day are used up: `newest` answers with the newest one, which does not hold the last events;
 * `refuse` refuses; `sign` signs nevertheless, for what the program itself sends.
 */
export type BeyondLimit = 'newest' | 'refuse' | 'sign';

type Ports = Pick<App, 'views' | 'heads' | 'signingKeys' | 'clock' | 'newId'>;

/**
 * The newest head of an account's ledger. It is signed now if events came since the last one, so it holds every event that the read models
 * include. Null: the account has no events.
 * @throws RuleViolation rate_limited, StoreUnavailable, StoreFull
 */
export async function headFor(app: Ports, owner: string, beyond: BeyondLimit = 'sign'): Promise<Head | null> {
  const tree = await ledgerOf(app.views, owner);
  if (tree === null) return null;
  const ledger = await presentLedger(app, owner);
  const newest = await app.heads.newestHead(owner, ledger.number);
  if (newest !== null && newest.size >= tree.size) return newest;
  if (beyond !== 'sign' && (await isUsedUp(app, owner))) {
    if (beyond === 'newest' && newest !== null) return newest;
    throw new RuleViolation('rate_limited', `${HEADS_A_DAY} heads are signed in a day. Try again later.`, undefined, RETRY_AFTER_S);
  }
  return signHead(app, owner, ledger, tree);
}

/** The ledger under which heads of this account are signed now. It gets its id with its first head. */
export async function presentLedger({ heads, newId }: Pick<Ports, 'heads' | 'newId'>, owner: string): Promise<StoredLedger> {
  const [present] = await heads.ledgersOf(owner);
  return present ?? heads.keepLedger(owner, { number: 0, ledger: newId(), succeeds: null });
}

async function isUsedUp({ heads, clock }: Ports, owner: string): Promise<boolean> {
  const since = new Date(Date.parse(clock.now()) - DAY_MS).toISOString();
  return (await heads.headsSince(owner, since)) >= HEADS_A_DAY;
}

async function signHead(app: Ports, owner: string, { number, ledger, succeeds }: StoredLedger, tree: LedgerDoc): Promise<Head> {
  const { key, at, sign } = await currentSigner(app);
  const unsigned = {
    ledger,
    size: tree.size,
    root: rootOfPeaks(tree.peaks, HASHES),
    at,
    key_id: key.key_id,
    ...(succeeds && { succeeds }),
  };
  return app.heads.keepHead(owner, number, { ...unsigned, signature: sign(unsigned) });
}

/**
 * Lets a ledger go on under a new id, because its log is known to be shorter than a head that was signed, or may be. `size`: how many of
 * its events the log still has. Does nothing if the account has no ledger, or if this was done already.
 * @throws StoreUnavailable, StoreFull
 */
export async function succeedLedger(
  { heads, newId }: Pick<Ports, 'heads' | 'newId'>,
  owner: string,
  { size, at, reason }: Omit<NonNullable<Head['succeeds']>, 'ledger'>,
): Promise<void> {
  const [present] = await heads.ledgersOf(owner);
  if (present === undefined || present.succeeds?.at === at) return;
  const newest = await heads.newestHead(owner, present.number);
  const common = Math.min(size, newest?.size ?? size);
  const succeeds = { ledger: present.ledger, size: common, at, reason };
  await heads.keepLedger(owner, { number: present.number + 1, ledger: newId(), succeeds });
}
