import { Binary, type Collection, type Document } from 'mongodb';
import { secretEntry } from '../../vault/ledgers.ts';
import { NAMES } from '../../vault/master-key.ts';
import { keyEntry, targetEntry } from '../../vault/push.ts';
import { type ChangingKeys, changingKeys, type KeyChange, type Rewrapped, rewrap } from '../../vault/rewrap.ts';
import { revocationEntry, tokensEntry } from '../../vault/service-keys.ts';
import type { MongoAccess, Run } from '../connect.ts';
import { scopeAndKeyOf } from './answers.ts';
import { endChange, proofsIn, refuseOtherChange } from './proof.ts';

interface Row extends Document {
  readonly _id: string | number;
}

/** A collection with a field that is encrypted with the master key. */
interface WrappedCollection {
  readonly collection: string;
  readonly field: string;
  /** The name under which a row is encrypted. */
  readonly name: (row: Row) => string;
}

const wrapped = (collection: string, name: (row: Row) => string, field = 'wrapped'): WrappedCollection => ({ collection, field, name });

function nameOfAnswer({ _id }: Row): string {
  const { scope, key } = scopeAndKeyOf(String(_id));
  return NAMES.answer(scope, key);
}

/** Every field of the vault that is encrypted with the master key, except for the proof. */
const COLLECTIONS: readonly WrappedCollection[] = [
  wrapped('vault_keys', ({ _id }) => NAMES.key(String(_id))),
  wrapped('vault_ai_keys', ({ _id }) => NAMES.aiKey(String(_id))),
  wrapped('vault_answers', nameOfAnswer, 'body'),
  wrapped('vault_provider_tokens', ({ owner, platform }) => NAMES.tokens(tokensEntry(owner, platform))),
  wrapped('vault_revocations', ({ _id }) => NAMES.tokens(revocationEntry(String(_id)))),
  wrapped('vault_push_targets', ({ _id, owner }) => NAMES.secret(targetEntry({ id: String(_id), owner }))),
  wrapped('vault_program_keys', ({ _id }) => NAMES.secret(keyEntry(String(_id)))),
  wrapped('vault_signing_keys', ({ key_id }) => NAMES.secret(secretEntry(key_id))),
];

const PAGE = 100;
/** If entries under the old key still appear after so many passes, a process goes on making them. */
const PASSES = 10;

/**
 * Encrypts every entry of the vault with the new master key, one after the other, beside processes that have both keys. An entry is
 * replaced only as it was read, and never created, so that neither a newer one is lost nor one comes back that was deleted. It can be
 * repeated, and goes on where it was interrupted. The vault must have been opened with the new key before.
 * @throws Error if the vault is being changed to another key, or if a process goes on encrypting with the old one; StoreUnavailable
 */
export async function rewrapMongoVault({ db, run }: MongoAccess, change: KeyChange): Promise<Rewrapped> {
  const keys = changingKeys(change);
  await refuseOtherChange(proofsIn(db), keys.to, run);
  let changed = 0;
  let isEnded = false;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const found = await rewrapOnce({ db, run }, keys);
    changed += found.changed;
    if (found.old > 0) continue;
    if (isEnded) return { entries: found.entries, changed, damaged: found.damaged };
    // A process that had started with the old key alone may have written after this pass has looked.
    await endChange(proofsIn(db), run);
    isEnded = true;
  }
  throw new Error(
    'A process goes on encrypting with the old master key. Start every process again with the new key as VOUCH_MASTER_KEY and the old one as VOUCH_OLD_MASTER_KEY, and run this again.',
  );
}

interface Pass extends Rewrapped {
  /** How many entries were under an old key when this pass read them. */
  readonly old: number;
}

async function rewrapOnce({ db, run }: MongoAccess, keys: ChangingKeys): Promise<Pass> {
  let [entries, changed, damaged, old] = [0, 0, 0, 0];
  for (const { collection, field, name } of COLLECTIONS) {
    const rows = db.collection<Row>(collection);
    for await (const row of rowsOf(rows, field, run)) {
      const present: Binary = row[field];
      const next = rewrap(keys, name(row), present.buffer);
      if (next === 'damaged') damaged += 1;
      else entries += 1;
      if (typeof next === 'string') continue;
      old += 1;
      const { modifiedCount } = await run(() =>
        rows.updateOne({ _id: row._id, [field]: present }, { $set: { [field]: new Binary(next) } }),
      );
      changed += modifiedCount;
    }
  }
  return { entries, changed, damaged, old };
}

/** All rows that have the field, by their ids. What is left of a destroyed key has none. */
async function* rowsOf(rows: Collection<Row>, field: string, run: Run): AsyncGenerator<Row> {
  for (let after: Row['_id'] | null = null; ; ) {
    const from = after;
    const filter = from === null ? {} : { _id: { $gt: from } };
    const page: readonly Row[] = await run(() =>
      rows.find({ ...filter, [field]: { $exists: true } }, { sort: { _id: 1 }, limit: PAGE }).toArray(),
    );
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?._id ?? null;
  }
}
