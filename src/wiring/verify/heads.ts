import { type Head, type SigningKey, signerOf } from '../../contracts/ledger/head.ts';
import { grow, rootOfPeaks } from '../../contracts/ledger/merkle.ts';
import type { PlacedHead, SignedHeads, SigningKeys, StoredLedger } from '../../ports/ledger.ts';
import { accountsOf, HASHES } from '../../projections/ledger/ledgers.ts';
import type { StoredEvent } from '../../store/event-log/raw-log.ts';
import { type Fault, faultOf } from '../../store/verify/fault.ts';

/** What a vault has of ledgers. */
export type SignedLedgers = Pick<SignedHeads, 'ledgerOwners' | 'ledgersOf' | 'headsOf'> & Pick<SigningKeys, 'signingKeys'>;

const PAGE = 200;

/** All heads of an account that the present log has to fit, oldest first. */
interface Account {
  readonly heads: readonly Head[];
  size: number;
  peaks: readonly string[];
  /** How many of the heads have been compared. */
  compared: number;
}

export interface LedgerWalk {
  /** Must be called with each event, in the order of the log. */
  readonly visit: (event: StoredEvent) => void;
  faults(): readonly Fault[];
}

/** Computes the ledgers again for which heads were signed, and compares each head. */
export async function walkLedgers(vault: SignedLedgers): Promise<LedgerWalk> {
  const keys = await vault.signingKeys();
  const found: Fault[] = [];
  const accounts = new Map<string, Account>();
  for await (const owner of ownersIn(vault)) {
    const heads = fitting(await vault.ledgersOf(owner), await headsOf(vault, owner));
    found.push(...heads.flatMap((head) => unsigned(head, keys)));
    accounts.set(owner, { heads: heads.toSorted((a, b) => a.size - b.size), size: 0, peaks: [], compared: 0 });
  }
  return {
    visit(event) {
      for (const owner of accountsOf(event)) {
        const account = accounts.get(owner);
        if (account) found.push(...added(account, event));
      }
    },
    faults: () => [...found, ...[...accounts.values()].flatMap(beyond)],
  };
}

function added(account: Account, { stream, revision, id, metadata }: StoredEvent): readonly Fault[] {
  account.peaks = grow(account.peaks, account.size, HASHES.leaf(metadata.hash), HASHES).peaks;
  account.size += 1;
  const faults: Fault[] = [];
  for (let head = account.heads[account.compared]; head?.size === account.size; head = account.heads[account.compared]) {
    account.compared += 1;
    if (rootOfPeaks(account.peaks, HASHES) === head.root) continue;
    const reason = `the signed head of ${head.size} events of the ledger ${head.ledger} does not fit the events`;
    faults.push(faultOf('heads', reason, { subject: head.ledger, stream, revision, event_id: id }));
  }
  return faults;
}

/** The head with the most events that the log does not have. */
function beyond({ heads, size, compared }: Account): readonly Fault[] {
  const head = heads.slice(compared).at(-1);
  if (!head || head.size === 0) return [];
  return [
    faultOf('heads', `a signed head of the ledger ${head.ledger} has ${head.size} events, and the log has ${size} of them`, {
      subject: head.ledger,
    }),
  ];
}

function unsigned(head: Head, keys: readonly SigningKey[]): readonly Fault[] {
  if (signerOf(head, keys) !== null) return [];
  const reason = `the head of ${head.size} events of the ledger ${head.ledger} was not signed by a key of this installation`;
  return [faultOf('heads', reason, { subject: head.ledger })];
}

/** A ledger that was succeeded has to fit as far as the events that it has in common with those after it. */
function fitting(ledgers: readonly StoredLedger[], heads: readonly PlacedHead[]): readonly Head[] {
  return heads
    .filter(({ place }) => ledgers.every(({ number, succeeds }) => number <= place.number || place.size <= (succeeds?.size ?? 0)))
    .map(({ head }) => head);
}

async function* ownersIn(vault: SignedLedgers): AsyncGenerator<string> {
  for (let after: string | undefined; ; ) {
    const owners = await vault.ledgerOwners({ limit: PAGE, ...(after !== undefined && { after }) });
    yield* owners;
    after = owners.at(-1);
    if (owners.length < PAGE) return;
  }
}

async function headsOf(vault: SignedLedgers, owner: string): Promise<readonly PlacedHead[]> {
  const all: PlacedHead[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await vault.headsOf(owner, { limit: PAGE, ...(last && { after: last.place }) });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
