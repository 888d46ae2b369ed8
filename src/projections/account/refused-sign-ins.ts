import { SessionRefused } from '../../domain/account/sign-in-events.ts';
import type { Stored } from '../../ports/documents.ts';
import { folds, on, type Projection } from '../engine/projection.ts';
import type { Views } from '../engine/views.ts';

/** Nobody mistypes a password this often on one day. */
export const MANY_REFUSALS = 10;
/** The count of a day stops here, so that a long attack stops changing the document. */
export const MOST_COUNTED = 1_000;

/** By user id: the refused sign-ins of the newest day that had any. Days are UTC days, because a change of zone does not affect them. */
export type RefusedSignInsDoc = {
  readonly owner: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** How many on this day; `MOST_COUNTED` means this many or more. */
  readonly count: number;
  readonly first_at: string;
  /** The newest day on which there were many; null: there has been none. */
  readonly many_on: string | null;
};

export const refusalDate = (at: string): string => at.slice(0, 10);

export const refusedSignIns: Projection<RefusedSignInsDoc> = {
  name: 'refused-sign-ins',
  version: 1,
  indexes: [],
  ids: (event) => (event.metadata.owner === null ? [] : [event.metadata.owner]),
  on: folds(
    on(SessionRefused, (doc, { metadata: { at } }, owner): RefusedSignInsDoc => {
      // The clock of another process may be a little slow, so an event from the day before counts for the newest day.
      if (doc === null || refusalDate(at) > doc.date)
        return { owner, date: refusalDate(at), count: 1, first_at: at, many_on: doc?.many_on ?? null };
      if (doc.count === MOST_COUNTED) return doc;
      const count = doc.count + 1;
      return { ...doc, count, many_on: count >= MANY_REFUSALS ? doc.date : doc.many_on };
    }),
  ),
};

/** Null if none was refused yet, or the account was deleted. */
export const refusedSignInsOf = (views: Views, owner: string): Promise<Stored<RefusedSignInsDoc> | null> =>
  views.documents.get<RefusedSignInsDoc>(views.current(refusedSignIns.name), owner);
