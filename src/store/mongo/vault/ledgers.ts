import { Binary, type Collection } from 'mongodb';
import type { Head, SigningKey } from '../../../contracts/ledger/head.ts';
import type { HeadPage, HeadPlace, NewSigningKey, PlacedHead, StoredLedger } from '../../../ports/ledger.ts';
import {
  type HeadRow as Head_,
  headOf,
  headRow,
  type LedgerRow as Ledger_,
  ledgerOf,
  ledgerRow,
  openSigningSecret,
  placedHead,
  wrapSecret,
} from '../../vault/ledgers.ts';
import type { Wrapping } from '../../vault/master-key.ts';
import { ignoreDuplicate, type Run } from '../connect.ts';

export interface LedgerRow extends Ledger_ {
  /** The owner and the number as JSON. */
  readonly _id: string;
}

export interface HeadRow extends Head_ {
  /** The owner, the number and the size as JSON. */
  readonly _id: string;
}

export interface SigningKeyRow extends SigningKey {
  /** The number. Two processes that store a key at the same time cannot both have the same. */
  readonly _id: number;
  readonly wrapped: Binary;
}

export const ledgerRowId = ({ owner, number }: Ledger_): string => JSON.stringify([owner, number]);
export const headRowId = ({ owner, number, size }: Head_): string => JSON.stringify([owner, number, size]);

const BY_LEDGER = { name: 'by_ledger', key: { ledger: 1 }, unique: true } as const;
const BY_OWNER = { name: 'by_owner', key: { owner: 1, number: -1 } } as const;
const BY_PLACE = { name: 'by_place', key: { owner: 1, number: -1, size: -1 } } as const;
const BY_TIME = { name: 'by_time', key: { owner: 1, at: 1 } } as const;
const BY_SINCE = { name: 'by_since', key: { since: 1, _id: 1 } } as const;
const BY_KEY_ID = { name: 'by_key_id', key: { key_id: 1 }, unique: true } as const;

export async function signedHeads(ledgers: Collection<LedgerRow>, heads: Collection<HeadRow>, run: Run) {
  await run(() => ledgers.createIndexes([BY_LEDGER, BY_OWNER]));
  await run(() => heads.createIndexes([BY_PLACE, BY_TIME]));
  const at = async (owner: string, { number, size }: HeadPlace): Promise<Head | null> => {
    const row = await heads.findOne({ owner, number, size });
    return row && headOf(row);
  };
  return {
    ledgers: (owner: string): Promise<readonly StoredLedger[]> =>
      run(async () => (await ledgers.find({ owner }, { sort: { number: -1 } }).toArray()).map(ledgerOf)),
    async keepLedger(owner: string, ledger: StoredLedger): Promise<StoredLedger> {
      const row = ledgerRow(owner, ledger);
      await run(() => ignoreDuplicate(ledgers.insertOne({ _id: ledgerRowId(row), ...row })));
      const kept = await run(() => ledgers.findOne({ owner, number: ledger.number }));
      return ledgerOf(kept ?? row);
    },
    newest: (owner: string, number: number): Promise<Head | null> =>
      run(async () => {
        const row = await heads.findOne({ owner, number }, { sort: { size: -1 } });
        return row && headOf(row);
      }),
    at: (owner: string, place: HeadPlace): Promise<Head | null> => run(() => at(owner, place)),
    async keep(owner: string, number: number, head: Head): Promise<Head> {
      const row = headRow(owner, number, head);
      await run(() => ignoreDuplicate(heads.insertOne({ _id: headRowId(row), ...row })));
      return (await run(() => at(owner, row))) ?? head;
    },
    page: (owner: string, { limit, after }: HeadPage): Promise<readonly PlacedHead[]> =>
      run(async () => {
        const before = after && [{ number: { $lt: after.number } }, { number: after.number, size: { $lt: after.size } }];
        const found = heads.find({ owner, ...(before && { $or: before }) }, { sort: { number: -1, size: -1 }, limit });
        return (await found.toArray()).map(placedHead);
      }),
    since: (owner: string, instant: string): Promise<number> => run(() => heads.countDocuments({ owner, at: { $gt: instant } })),
    owners: ({ limit, after = '' }: { readonly limit: number; readonly after?: string }): Promise<readonly string[]> =>
      run(async () => {
        // The first ledger of each account is the one of number 0, so each account comes once.
        const rows = ledgers.find({ owner: { $gt: after }, number: 0 }, { sort: { owner: 1 }, limit, projection: { owner: 1 } });
        return (await rows.toArray()).map(({ owner }) => owner);
      }),
    async forget(owner: string): Promise<void> {
      await run(() => heads.deleteMany({ owner }));
      await run(() => ledgers.deleteMany({ owner }));
    },
  };
}

export async function signingKeys(keys: Collection<SigningKeyRow>, wrap: Wrapping, run: Run) {
  await run(() => keys.createIndexes([BY_KEY_ID, BY_SINCE]));
  return {
    all: (): Promise<readonly SigningKey[]> =>
      run(async () => {
        // All of them have an instant, and naming it lets the index give their order. No key begins before the one before it.
        const rows = await keys.find({ since: { $gt: '' } }, { sort: { since: 1, _id: 1 } }).toArray();
        return rows.map(({ key_id, public_key, since, until }) => ({ key_id, public_key, since, until }));
      }),
    secret: (keyId: string): Promise<string | null> =>
      run(async () => {
        const row = await keys.findOne({ key_id: keyId });
        return row && openSigningSecret(wrap, keyId, row.wrapped.buffer);
      }),
    async keep(key: NewSigningKey): Promise<boolean> {
      const { number, key_id, public_key, since } = key;
      const row = { _id: number, key_id, public_key, since, until: null, wrapped: new Binary(wrapSecret(wrap, key)) };
      await run(() => ignoreDuplicate(keys.insertOne(row)));
      const kept = await run(() => keys.findOne({ _id: number }));
      return kept?.key_id === key_id;
    },
    end: (keyId: string, until: string) => run(() => keys.updateOne({ key_id: keyId, until: null }, { $set: { until } })),
  };
}
