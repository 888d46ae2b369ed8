import { MINUTE, plus } from '../domain/calendar/dates.ts';
import { FocusEnded } from '../domain/focus/events.ts';
import { isEvent } from '../domain/kernel/define-event.ts';
import type { Recorded } from '../domain/kernel/event.ts';
import { itemAt } from '../domain/kernel/records.ts';
import { type Place, TimeBoxMoved, TimeBoxPlanned, TimeBoxRemoved, timeBoxStream } from '../domain/time-box/events.ts';
import { boxEnd, MOST_BOX_MINUTES } from '../domain/time-box/rules.ts';
import type { Cursor, Page, Stored } from '../ports/documents.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import { everything, type Plain, type Views } from './engine/views.ts';

/** By box id. A box that was removed stays, because an undo of its task's change can bring it back with its minutes of focus. */
export type TimeBoxDoc = Plain<Place> & {
  readonly owner: string;
  readonly task_id: string;
  readonly ends_at: string;
  readonly zone_move: number | null;
  readonly created_at: string;
  readonly is_planned: boolean;
  /** Of the ended sessions that name the box. */
  readonly focused_seconds: number;
  readonly version: number;
  /** The keys of the indexes. Null if the box was removed. */
  readonly date_key: string | null;
  readonly start_key: string | null;
};

export type StoredTimeBox = Stored<TimeBoxDoc>;

function ids(event: Recorded): readonly string[] {
  if (isEvent(event, FocusEnded)) return event.data.box_id === null ? [] : [event.data.box_id];
  return [timeBoxStream.requireId(event.stream)];
}

/** The place of a box, and the keys that follow from it. */
const placed = (place: Place) => {
  const { date, time, minutes, starts_at } = place;
  return { date, time, minutes, starts_at, ends_at: boxEnd(place), date_key: date, start_key: starts_at };
};

export const timeBoxes: Projection<TimeBoxDoc> = {
  name: 'time-boxes',
  version: 1,
  indexes: [
    { name: 'owner', fields: ['owner', 'created_at'] }, // leaves none out: an owner's boxes are found by it
    { name: 'date', fields: ['owner', 'date_key'], sparse: true },
    { name: 'start', fields: ['owner', 'start_key'], sparse: true },
    { name: 'task', fields: ['task_id', 'starts_at'] },
  ],
  ids,
  on: folds(
    on(TimeBoxPlanned, (doc, { data, metadata, revision }) => {
      if (metadata.owner === null) return doc;
      const { task_id, created_at, zone_move } = data;
      return {
        owner: metadata.owner,
        task_id,
        created_at,
        zone_move,
        ...placed(data),
        is_planned: true,
        focused_seconds: doc?.focused_seconds ?? 0,
        version: revision,
      };
    }),
    on(TimeBoxMoved, (doc, { data, revision }) => doc && { ...doc, ...placed(data), zone_move: data.zone_move, version: revision }),
    on(TimeBoxRemoved, (doc, { revision }) => doc && { ...doc, is_planned: false, date_key: null, start_key: null, version: revision }),
    on(FocusEnded, (doc, { data }) => doc && { ...doc, focused_seconds: doc.focused_seconds + data.focused_seconds }),
  ),
};

const collection = (views: Views): string => views.current(timeBoxes.name);

/** A box of any owner, also one that was removed. */
export const timeBox = (views: Views, id: string): Promise<StoredTimeBox | null> => views.documents.get<TimeBoxDoc>(collection(views), id);

const byStart = (a: StoredTimeBox, b: StoredTimeBox): number => {
  if (a.doc.starts_at !== b.doc.starts_at) return a.doc.starts_at < b.doc.starts_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
};

/** The boxes that begin on the local dates from one to another (inclusive), by their beginning. */
export async function timeBoxesOf(views: Views, owner: string, from: string, to: string): Promise<readonly StoredTimeBox[]> {
  const query = { index: 'date', equals: [owner], from, to, order: 'asc' } as const;
  return (await everything<TimeBoxDoc>(views.documents, collection(views), query)).toSorted(byStart);
}

/** How many boxes begin on a local date. */
export const countTimeBoxes = (views: Views, owner: string, date: string): Promise<number> =>
  views.documents.count(collection(views), { index: 'date', equals: [owner], from: date, to: date });

const LONGEST = MOST_BOX_MINUTES * MINUTE;

/** The boxes that share time with any of these: some more than that, by their beginning. */
export async function timeBoxesAround(
  views: Views,
  owner: string,
  boxes: readonly Pick<Place, 'starts_at' | 'minutes'>[],
): Promise<readonly StoredTimeBox[]> {
  const starts = boxes.map(({ starts_at }) => starts_at).toSorted();
  const first = starts[0];
  const last = boxes.map(boxEnd).toSorted().at(-1);
  if (first === undefined || last === undefined) return [];
  const query = { index: 'start', equals: [owner], from: plus(first, -LONGEST), to: last, order: 'asc' } as const;
  return (await everything<TimeBoxDoc>(views.documents, collection(views), query)).toSorted(byStart);
}

/**
 * The ids of the boxes that share time with each box, by their beginning. Boxes that only touch share none. `boxes` are in the order of
 * their beginning. A box that overlaps no other one is left out.
 */
export function overlapsAmong(boxes: readonly StoredTimeBox[]): ReadonlyMap<string, readonly string[]> {
  const overlaps = new Map<string, string[]>();
  const add = (id: string, other: string) => overlaps.set(id, [...(overlaps.get(id) ?? []), other]);
  for (const [index, { id, doc }] of boxes.entries()) {
    for (let at = index + 1; at < boxes.length; at += 1) {
      const next = itemAt(boxes, at);
      if (next.doc.starts_at >= doc.ends_at) break;
      add(id, next.id);
      add(next.id, id);
    }
  }
  return overlaps;
}

/** The boxes that begin at or after an instant, by their beginning. */
export const timeBoxesAhead = (views: Views, owner: string, from: string): Promise<readonly StoredTimeBox[]> =>
  everything<TimeBoxDoc>(views.documents, collection(views), { index: 'start', equals: [owner], from, order: 'asc' });

/** All boxes of a task, also removed ones. */
export const boxesOfTask = (views: Views, taskId: string): Promise<readonly StoredTimeBox[]> =>
  everything<TimeBoxDoc>(views.documents, collection(views), { index: 'task', equals: [taskId], order: 'asc' });

/** All boxes in the order in which they were planned first, without removed ones. */
export async function allTimeBoxes(
  views: Views,
  owner: string,
  page: { readonly limit: number; readonly after?: Cursor },
): Promise<Page<TimeBoxDoc>> {
  const found = await views.documents.find<TimeBoxDoc>(collection(views), { index: 'owner', equals: [owner], order: 'asc', ...page });
  return { ...found, items: found.items.filter(({ doc }) => doc.is_planned) };
}
