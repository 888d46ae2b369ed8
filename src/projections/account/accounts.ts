import { AccountConfirmed, AccountRegistered, accountStream, ProfileChanged, TimezoneChanged } from '../../domain/account/events.ts';
import type { ZoneMove } from '../../domain/calendar/zone-moves.ts';
import type { RecordedOf } from '../../domain/kernel/event.ts';
import type { Sealed } from '../../domain/kernel/sealed.ts';
import type { Stored } from '../../ports/documents.ts';
import { folds, on } from '../engine/folds.ts';
import type { Projection } from '../engine/projection.ts';
import type { Plain, Views } from '../engine/views.ts';

/** By user id. A sealed field is the sealed object that holds its value: `opener.open(owner, doc.email).email`. */
export type AccountDoc = {
  readonly owner: string;
  readonly email: Sealed;
  readonly full_name: Sealed;
  /** The sealed object's `avatar_url` may be null. */
  readonly avatar_url: Sealed | null;
  readonly timezone: string;
  /** The newest changes of zone that due dates follow, oldest first. */
  readonly moves: readonly Plain<ZoneMove & { readonly from: string }>[];
  readonly address_key: string;
  readonly confirmed_at: string | null;
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
  version: 2,
  indexes: [],
  ids: (event) => (accountStream.has(event.stream) && event.metadata.owner !== null ? [event.metadata.owner] : []),
  on: folds(
    on(AccountRegistered, (_doc, event, id) => {
      const sealed = event.private as Sealed;
      return {
        owner: id,
        email: sealed,
        full_name: sealed,
        avatar_url: null,
        timezone: event.data.timezone,
        moves: [],
        address_key: event.data.address_key,
        confirmed_at: null,
        created_at: event.metadata.at,
        version: event.revision,
      };
    }),
    on(AccountConfirmed, (doc, event) => doc && { ...doc, confirmed_at: event.metadata.at, version: event.revision }),
    on(ProfileChanged, (doc, event) => {
      if (!doc) return doc;
      const changed = Object.fromEntries(event.data.fields.map((field) => [field, event.private]));
      return { ...doc, ...changed, version: event.revision };
    }),
    on(TimezoneChanged, (doc, event) => doc && { ...doc, timezone: event.data.to, moves: movesAfter(doc, event), version: event.revision }),
  ),
};

export const account = (views: Views, userId: string): Promise<Stored<AccountDoc> | null> =>
  views.documents.get<AccountDoc>(views.current(accounts.name), userId);
