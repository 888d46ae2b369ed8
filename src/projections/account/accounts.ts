import {
  AccountConfirmed,
  AccountDeleted,
  AccountDeletionCancelled,
  AccountDeletionRequested,
  AccountDeletionScheduled,
  AccountForgotten,
  AccountRegistered,
  accountStream,
  ProfileChanged,
  type SealedPerson,
  SignupEnded,
  TimezoneChanged,
} from '../../domain/account/events.ts';
import { SessionStarted } from '../../domain/account/sign-in-events.ts';
import type { ZoneMove } from '../../domain/calendar/local.ts';
import { EVENTS } from '../../domain/catalogue.ts';
import { DeliveryRequested } from '../../domain/delivery/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Recorded, RecordedOf } from '../../domain/kernel/event.ts';
import { required } from '../../domain/kernel/records.ts';
import { PartnerInvited } from '../../domain/partner/events.ts';
import type { Cursor, Page, Stored } from '../../ports/documents.ts';
import { folds, on, type Projection } from '../engine/projection.ts';
import { everything, type Plain, type Views } from '../engine/views.ts';
import { onEach } from '../task/tasks.ts';

/** By user id. A sealed field is the sealed object that holds its value: `opener.open(owner, doc.email).email`. */
export type AccountDoc = {
  readonly owner: string;
  readonly email: NonNullable<SealedPerson['email']>;
  readonly full_name: NonNullable<SealedPerson['full_name']>;
  /** The sealed object's `avatar_url` may be null. */
  readonly avatar_url: SealedPerson['avatar_url'];
  readonly timezone: string;
  /** That of the browser in which the owner signed in last, of those that name one (BCP 47); null: none has. */
  readonly locale: string | null;
  /** The newest changes of zone that due dates follow, oldest first. */
  readonly moves: readonly Plain<ZoneMove & { readonly from: string }>[];
  readonly address_key: string;
  readonly confirmed_at: string | null;
  /** When the account is deleted; null: nobody asked for that. */
  readonly deletion_at: string | null;
  readonly created_at: string;
  readonly version: number;
};

/** Nobody changes zone this often between a change of a task and its undo. */
const KEPT_MOVES = 50;

function movesAfter({ moves }: AccountDoc, { data, metadata, revision }: RecordedOf<TimezoneChanged>): AccountDoc['moves'] {
  const { from, to, tasks_follow } = data;
  return tasks_follow ? [...moves, { at: metadata.at, from, to, revision }].slice(-KEPT_MOVES) : moves;
}

export const accounts: Projection<AccountDoc> = {
  name: 'accounts',
  version: 4,
  indexes: [],
  ids: (event) =>
    (accountStream.has(event.stream) || isEvent(event, SessionStarted)) && event.metadata.owner !== null ? [event.metadata.owner] : [],
  on: folds(
    on(AccountRegistered, (_doc, event, id) => {
      return {
        owner: id,
        email: event.private,
        full_name: event.private,
        avatar_url: null,
        timezone: event.data.timezone,
        locale: null,
        moves: [],
        address_key: event.data.address_key,
        confirmed_at: null,
        deletion_at: null,
        created_at: event.metadata.at,
        version: event.revision,
      };
    }),
    on(AccountConfirmed, (doc, event) => doc && { ...doc, confirmed_at: event.metadata.at, version: event.revision }),
    on(SessionStarted, (doc, { data: { locale } }) => doc && (locale === undefined || locale === doc.locale ? doc : { ...doc, locale })),
    on(AccountDeletionScheduled, (doc, { data }) => doc && { ...doc, deletion_at: data.deletion_at }),
    on(AccountDeletionCancelled, (doc) => doc && { ...doc, deletion_at: null }),
    on(ProfileChanged, (doc, event) => {
      if (!doc) return doc;
      const changed = Object.fromEntries(event.data.fields.map((field) => [field, event.private]));
      return { ...doc, ...changed, version: event.revision };
    }),
    on(TimezoneChanged, (doc, event) => doc && { ...doc, timezone: event.data.to, moves: movesAfter(doc, event), version: event.revision }),
  ),
};

export async function account(views: Views, userId: string): Promise<Stored<AccountDoc> | null> {
  const read = () => views.documents.get<AccountDoc>(views.current(accounts.name), userId);
  const found = await read();
  if (found !== null || views.untilCurrent === undefined) return found;
  // Whoever asks knows of the account, so it is either deleted, or so new that the read model does not show it yet.
  await views.untilCurrent(accounts.name);
  return read();
}

/**
 * By stream of the account: scheduled and unfinished deletions, and unfinished ends of sign-ups. This document exists longer than all others of the
 * account.
 */
export type LeavingDoc = {
  readonly user_id: string;
  /** When the next step is due: at once, and again after the last message has ended. */
  readonly next_key: string;
};

export const leaving: Projection<LeavingDoc> = {
  name: 'leaving',
  version: 3,
  indexes: [{ name: 'next', fields: ['next_key'], sparse: true }],
  ids: (event) => (event.metadata.owner === null ? [] : [event.stream]),
  on: folds<LeavingDoc>(
    on([AccountDeletionRequested, SignupEnded], (_doc, { metadata }) => ({
      user_id: required(metadata.owner, 'owner of an account'),
      next_key: metadata.at,
    })),
    on(AccountDeletionScheduled, (_doc, { data, metadata }) => ({
      user_id: required(metadata.owner, 'owner of an account'),
      next_key: data.deletion_at,
    })),
    on(AccountDeletionCancelled, (): LeavingDoc | null => null),
    on(AccountDeleted, (doc, { data }) => doc && { ...doc, next_key: data.last_messages_until }),
    on(AccountForgotten, (): LeavingDoc | null => null),
  ),
};

/** By stream name: the owner of each stream, for the export and the deletion of an account. */
export type StreamDoc = { readonly owner: string; readonly since: string };

const FIRST = [...EVENTS.values()].filter(({ startsStream }) => startsStream).map(({ type }) => type);

/** A stream that is sealed under a partner's key belongs to the user who named the partner. */
const first = (_doc: StreamDoc | null, event: Recorded): StreamDoc => ({
  owner: required(isEvent(event, PartnerInvited, DeliveryRequested) ? event.data.user_id : event.metadata.owner, 'owner of a stream'),
  since: event.metadata.at,
});

export const streams: Projection<StreamDoc> = {
  name: 'streams',
  version: 2,
  indexes: [{ name: 'owner', fields: ['owner', 'since'] }],
  ids: (event) => (event.revision === 0 && event.metadata.owner !== null ? [event.stream] : []),
  on: onEach(FIRST, first),
  once: true,
};

/** All streams of an owner that began at the instant or before, page after page, oldest first. */
export const streamsThrough = (views: Views, owner: string, at: string): Promise<readonly Stored<StreamDoc>[]> =>
  everything<StreamDoc>(views.documents, views.current(streams.name), { index: 'owner', equals: [owner], to: at, order: 'asc' });

export const streamsOf = (views: Views, owner: string, page: { limit: number; after?: Cursor }): Promise<Page<StreamDoc>> =>
  views.documents.find<StreamDoc>(views.current(streams.name), { index: 'owner', equals: [owner], order: 'asc', ...page });
