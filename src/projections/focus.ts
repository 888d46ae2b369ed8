import { addDays } from '../domain/calendar/local.ts';
import { FOCUS_EVENTS } from '../domain/focus/events.ts';
import { endByTime, focusedSeconds, type Session, sessionAfter, settled } from '../domain/focus/rules.ts';
import type { Cursor, Page, Stored } from '../ports/documents.ts';
import { focusOn } from './day/focus-days.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import type { Plain, Views } from './engine/views.ts';

/** By session id. */
export type SessionDoc = Plain<Session> & {
  readonly owner: string;
  readonly version: number;
  /** The owner, while the session runs or is paused. */
  readonly current_key: string | null;
  /** When time alone ends the session; null: it has ended. */
  readonly next_key: string | null;
};

export type StoredSession = Stored<SessionDoc>;

export const focusSessions: Projection<SessionDoc> = {
  name: 'focus-sessions',
  version: 1,
  indexes: [
    { name: 'owner', fields: ['owner', 'started_at'] },
    { name: 'task', fields: ['owner', 'task_id', 'started_at'] },
    { name: 'current', fields: ['current_key'], sparse: true },
    { name: 'next', fields: ['next_key'], sparse: true },
  ],
  ids: (event) => [String(event.data.session_id)],
  on: folds(
    on(FOCUS_EVENTS, (doc, event) => {
      const { owner } = event.metadata;
      const session = owner === null ? null : sessionAfter(doc, event);
      if (owner === null || session === null) return doc;
      const { session_id, task_id, box_id, minutes, date, started_at, pauses, ended_at, end } = session;
      return {
        ...{ owner, session_id, task_id, box_id, minutes, date, started_at, ended_at, end },
        pauses: pauses.map(({ from, to }) => ({ from, to })),
        version: event.revision,
        current_key: ended_at === null ? owner : null,
        next_key: endByTime(session)?.at ?? null,
      };
    }),
  ),
};

const collection = (views: Views): string => views.current(focusSessions.name);

/** A session of any owner. */
export const focusSession = (views: Views, id: string): Promise<StoredSession | null> =>
  views.documents.get<SessionDoc>(collection(views), id);

/** The session that has no recorded end. Time may have ended it already. */
async function openSession(views: Views, owner: string): Promise<StoredSession | null> {
  const { items } = await views.documents.find<SessionDoc>(collection(views), {
    index: 'current',
    equals: [],
    from: owner,
    to: owner,
    limit: 1,
  });
  return items[0] ?? null;
}

/** The session that runs or is paused. One that time has ended does not count, whether or not its end has been recorded. */
export async function sessionUnderWay(views: Views, owner: string, now: string): Promise<StoredSession | null> {
  const open = await openSession(views, owner);
  return open && settled(open.doc, now).ended_at === null ? open : null;
}

interface FocusNow {
  /** The session that runs or is paused. */
  readonly current: StoredSession | null;
  /** Of the ended sessions that began on the local date. */
  readonly today: { readonly date: string; readonly minutes: number; readonly sessions: number };
}

/** What an owner is doing, and has done today. An end that time has brought counts, whether or not it has been recorded. */
export async function focusNow(views: Views, owner: string, date: string, now: string): Promise<FocusNow> {
  const [open, { seconds, sessions }] = await Promise.all([openSession(views, owner), focusOn(views, owner, date)]);
  const session = open && settled(open.doc, now);
  if (session === null || session.ended_at === null) return { current: open, today: { date, minutes: Math.floor(seconds / 60), sessions } };
  const [more, count] = session.date === date ? [focusedSeconds(session, now), 1] : [0, 0];
  return { current: null, today: { date, minutes: Math.floor((seconds + more) / 60), sessions: sessions + count } };
}

interface SessionsOf {
  /** Local dates, inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly task_id?: string | undefined;
}

/** Newest first, the present one too. */
export async function sessionsOf(
  views: Views,
  owner: string,
  { from, to, task_id }: SessionsOf,
  page: { readonly limit: number; readonly after?: Cursor },
): Promise<Page<SessionDoc>> {
  const list = task_id === undefined ? { index: 'owner', equals: [owner] } : { index: 'task', equals: [owner, task_id] };
  // The dates limit the instants only roughly, so that every zone fits.
  const bounds = { ...(from && { from: addDays(from, -1) }), ...(to && { to: addDays(to, 2) }) };
  const isWanted = ({ doc }: StoredSession): boolean => (from === undefined || doc.date >= from) && (to === undefined || doc.date <= to);
  const items: StoredSession[] = [];
  let after: Cursor | null | undefined = page.after;
  // One more than the limit shows whether there is a next page.
  while (items.length <= page.limit && after !== null) {
    const limit = page.limit + 1;
    const found: Page<SessionDoc> = await views.documents.find<SessionDoc>(collection(views), {
      ...list,
      ...bounds,
      order: 'desc',
      limit,
      ...(after && { after }),
    });
    items.push(...found.items.filter(isWanted));
    after = found.next;
  }
  const shown = items.slice(0, page.limit);
  const last = shown.at(-1);
  return { items: shown, next: items.length > page.limit && last ? [last.doc.started_at, last.id] : null };
}
