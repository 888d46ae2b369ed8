import type { Collection } from 'mongodb';
import { type Copies, formOfAddress, formOfNumber, type MailCopy, type MessageCopy } from '../../ports/copies.ts';
import { type Below, onlyOnce } from './below.ts';
import { openPlaces } from './places.ts';

interface CopyRow {
  readonly _id: string;
  readonly user_id: string | null;
  /** In their one form. */
  readonly to: readonly string[];
  /** Grows as copies come. */
  readonly place: number;
  /** As JSON. */
  readonly copy: string;
}

export const openMongoMailbox = (mongo: Below): Promise<Copies<MailCopy>> =>
  openCopies(mongo, 'mailbox', formOfAddress, (mail: MailCopy) => mail.to);

export const openMongoOutbox = (mongo: Below): Promise<Copies<MessageCopy>> =>
  openCopies(mongo, 'outbox', formOfNumber, (message: MessageCopy) => [message.to]);

async function openCopies<T extends { readonly id: string }>(
  below: Below,
  name: string,
  formOf: (to: string) => string,
  addressees: (copy: T) => readonly string[],
): Promise<Copies<T>> {
  const { db, run } = below;
  const rows: Collection<CopyRow> = db.collection(name);
  await run(() => rows.createIndexes([BY_PLACE, BY_ADDRESSEE, BY_USER]));
  const nextPlace = await openPlaces(below, name);
  return {
    async add(copy, userId) {
      const place = await nextPlace();
      const to = addressees(copy).map(formOf);
      await run(() => onlyOnce(rows.insertOne({ _id: copy.id, user_id: userId, to, place, copy: JSON.stringify(copy) })));
    },
    list: ({ to, limit }) =>
      run(async () => {
        const found = await rows.find(to === undefined ? {} : { to: formOf(to) }, { sort: { place: -1 }, limit }).toArray();
        return found.map(({ copy }) => JSON.parse(copy) as T);
      }),
    forget: async (userId) => void (await run(() => rows.deleteMany({ user_id: userId }))),
    close: async () => undefined,
  };
}

const BY_PLACE = { name: 'by_place', key: { place: 1 } } as const;
const BY_ADDRESSEE = { name: 'by_addressee', key: { to: 1, place: 1 } } as const;
const BY_USER = { name: 'by_user', key: { user_id: 1 } } as const;
