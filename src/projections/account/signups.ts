import { AccountConfirmed, AccountRegistered, SignupAnswered, SignupEnded } from '../../domain/account/events.ts';
import { DeliveryRequested } from '../../domain/delivery/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { Cursor, Page, Stored } from '../../ports/documents.ts';
import { folds, on, type Projection } from '../engine/projection.ts';
import { pagesOf, type Views } from '../engine/views.ts';

export type SignupDoc = {
  readonly owner: string;
  readonly address_key: string;
  /** Keyed hash of the mail address together with the network address; null: an earlier version wrote the event. */
  readonly source: string | null;
  /** The position of the sign-up in the log: later ones are greater. */
  readonly place: Position;
  readonly answered: boolean;
  /**
   * When the program requests the mail at the latest, or when the sign-up ends. Null if an earlier version wrote the sign-up, because that
   * version promised that it never ends.
   */
  readonly next_key: string | null;
};

/** The request itself requests the mail. After this time the request has certainly ended. */
const MAIL_OVERDUE_MS = 15_000;

/** How many sign-ups of one mail address from one network address count: the newest ones. */
export const SIDE_BY_SIDE = 5;

const later = (at: string, milliseconds: number): string => new Date(Date.parse(at) + milliseconds).toISOString();
const latest = (a: string | null, b: string): string => (a !== null && a > b ? a : b);

export const signups: Projection<SignupDoc> = {
  name: 'signups',
  version: 1,
  indexes: [
    { name: 'next', fields: ['next_key'], sparse: true },
    { name: 'address', fields: ['address_key', 'place'] },
    { name: 'source', fields: ['address_key', 'source', 'place'] },
  ],
  ids: (event) => {
    if (isEvent(event, DeliveryRequested)) return event.data.kind === 'confirmation' ? [event.data.user_id] : [];
    return event.metadata.owner === null ? [] : [event.metadata.owner];
  },
  on: folds<SignupDoc>(
    on(AccountRegistered, (_doc, { data, metadata, position }, owner) => {
      const source = data.source ?? null;
      const next_key = source === null ? null : later(metadata.at, MAIL_OVERDUE_MS);
      return { owner, address_key: data.address_key, source, place: position, answered: source === null, next_key };
    }),
    // A link that is requested later makes the sign-up last as long as the link.
    on(DeliveryRequested, (doc, { data }) => {
      if (!doc?.answered || doc.next_key === null || data.expires_at === null) return doc;
      return { ...doc, next_key: latest(doc.next_key, data.expires_at) };
    }),
    on(SignupAnswered, (doc, { data }) => doc && { ...doc, answered: true, next_key: latest(doc.next_key, data.until) }),
    on([AccountConfirmed, SignupEnded], (): SignupDoc | null => null),
  ),
};

export type Signups = readonly Stored<SignupDoc>[];

/** Null if it was confirmed or has ended. */
export const signup = (views: Views, userId: string): Promise<Stored<SignupDoc> | null> =>
  views.documents.get<SignupDoc>(views.current(signups.name), userId);

export const signupsOf = (views: Views, addressKey: string, page: { limit: number; after?: Cursor }): Promise<Page<SignupDoc>> =>
  views.documents.find<SignupDoc>(views.current(signups.name), { index: 'address', equals: [addressKey], order: 'desc', ...page });

/** Newest first, in pages. */
export const pagesOfSignups = (views: Views, addressKey: string): AsyncGenerator<Signups> =>
  pagesOf<SignupDoc>(views.documents, views.current(signups.name), { index: 'address', equals: [addressKey], order: 'desc' });

/** The sign-ups of one source that count, newest first. */
export async function signupsFrom(views: Views, addressKey: string, source: string): Promise<Signups> {
  const query = { index: 'source', equals: [addressKey, source], order: 'desc', limit: SIDE_BY_SIDE } as const;
  return (await views.documents.find<SignupDoc>(views.current(signups.name), query)).items;
}

/** Whether this sign-up no longer counts, because too many newer ones came from the same source. */
export async function isReplaced(views: Views, { doc: { address_key, source, place } }: Stored<SignupDoc>): Promise<boolean> {
  if (source === null) return false;
  const newer = { index: 'source', equals: [address_key, source], from: place } as const;
  return (await views.documents.count(views.current(signups.name), newer, SIDE_BY_SIDE + 1)) > SIDE_BY_SIDE;
}
