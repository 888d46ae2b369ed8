import type { Collection } from 'mongodb';
import { type Copies, type MailCopy, type MessageCopy, normalizeAddress, normalizeNumber } from '../../ports/files.ts';
import { storedJson } from '../stored-json.ts';
import { ignoreDuplicate, type MongoAccess } from './connect.ts';
import { openSequence } from './sequence.ts';

interface CopyRow {
  readonly _id: string;
  readonly user_id: string | null;
  readonly to: readonly string[];
  /** Increases with each copy. */
  readonly place: number;
  readonly copy: string;
}

export const openMongoMailbox = (mongo: MongoAccess): Promise<Copies<MailCopy>> =>
  openCopies(mongo, 'mailbox', normalizeAddress, (mail: MailCopy) => mail.to);

export const openMongoOutbox = (mongo: MongoAccess): Promise<Copies<MessageCopy>> =>
  openCopies(mongo, 'outbox', normalizeNumber, (message: MessageCopy) => [message.to]);

async function openCopies<T extends { readonly id: string }>(
  below: MongoAccess,
  name: string,
  formOf: (to: string) => string,
  addressees: (copy: T) => readonly string[],
): Promise<Copies<T>> {
  const { db, run } = below;
  const rows: Collection<CopyRow> = db.collection(name);
  await run(() => rows.createIndexes([BY_PLACE, BY_ADDRESSEE, BY_USER]));
  const nextPlace = await openSequence(below, name);
  return {
    async add(copy, userId) {
      const place = await nextPlace();
      const to = addressees(copy).map(formOf);
      await run(() => ignoreDuplicate(rows.insertOne({ _id: copy.id, user_id: userId, to, place, copy: JSON.stringify(copy) })));
    },
    list: ({ to, limit }) =>
      run(async () => {
        const found = await rows.find(to === undefined ? {} : { to: formOf(to) }, { sort: { place: -1 }, limit }).toArray();
        return found.map(({ copy }) => storedJson<T>(copy));
      }),
    has: (id) => run(async () => (await rows.findOne({ _id: id }, { projection: { _id: 1 } })) !== null),
    forget: async (userId) => void (await run(() => rows.deleteMany({ user_id: userId }))),
    close: async () => undefined,
  };
}

const BY_PLACE = { name: 'by_place', key: { place: 1 } } as const;
const BY_ADDRESSEE = { name: 'by_addressee', key: { to: 1, place: 1 } } as const;
const BY_USER = { name: 'by_user', key: { user_id: 1 } } as const;
