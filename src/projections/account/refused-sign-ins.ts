import { SessionRefused } from '../../domain/account/session-events.ts';
import type { Stored } from '../engine/documents.ts';
import { folds, on } from '../engine/folds.ts';
import type { Projection } from '../engine/projection.ts';
import type { Views } from '../engine/views.ts';

/** So many refused sign-ins on one day are many: one does not mistype a password so often. */
export const MANY_REFUSALS = 10;
/** What is counted of a day at most, so that a long attack stops changing the document. */
export const MOST_COUNTED = 1_000;

/** By user id: sign-ins that were refused on the newest day on which any were. Days are those of UTC, as moving does not change them. */
export type RefusedSignInsDoc = {
  readonly owner: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** How many on this day; `MOST_COUNTED` means so many or more. */
  readonly count: number;
  /** When the first of this day was refused. */
  readonly first_at: string;
  /** The newest day on which there were many; null: there has been none. */
  readonly many_on: string | null;
};

/** The UTC date of an instant. */
export const refusalDate = (at: string): string => at.slice(0, 10);

export const refusedSignIns: Projection<RefusedSignInsDoc> = {
  name: 'refused-sign-ins',
  version: 1,
  indexes: [],
  ids: (event) => (event.metadata.owner === null ? [] : [event.metadata.owner]),
  on: folds(
    on(SessionRefused, (doc, { metadata: { at } }, owner): RefusedSignInsDoc => {
      // A clock of another process may be a little behind: what it dates to the day before counts as of the newest day.
      if (doc === null || refusalDate(at) > doc.date)
        return { owner, date: refusalDate(at), count: 1, first_at: at, many_on: doc?.many_on ?? null };
      if (doc.count === MOST_COUNTED) return doc;
      const count = doc.count + 1;
      return { ...doc, count, many_on: count >= MANY_REFUSALS ? doc.date : doc.many_on };
    }),
  ),
};

/** Null where none was refused yet, and once the account was deleted. */
export const refusedSignInsOf = (views: Views, owner: string): Promise<Stored<RefusedSignInsDoc> | null> =>
  views.documents.get<RefusedSignInsDoc>(views.current(refusedSignIns.name), owner);
