import { type Ending, withLastByCount } from '../../domain/calendar/routine-dates.ts';
import type { Position, Recorded, RecordedOf } from '../../domain/kernel/event.ts';
import { required } from '../../domain/kernel/records.ts';
import {
  changedSpan,
  earlierAfter,
  type HeldTexts,
  type KeptSpan,
  keptSpanOf,
  ROUTINE_CHANGES,
  type RoutineChangeEvent,
  type RoutineFields,
  routineStream,
} from '../../domain/routine/events.ts';
import { TASK_CHANGES, type TaskChangeEvent } from '../../domain/task/events.ts';
import type { Stored } from '../../ports/documents.ts';
import { folds, on, type Projection } from '../engine/projection.ts';
import { everything, type Plain, type Views } from '../engine/views.ts';
import { isTaskChange, type TaskDoc, tasks } from '../task/tasks.ts';

/** By routine id. Each text is the sealed object that holds its value: `opener.open(owner, doc.title).title`. */
export type RoutineDoc = Plain<RoutineFields & KeptSpan> & {
  readonly owner: string;
  readonly title: NonNullable<HeldTexts['title']>;
  readonly description: HeldTexts['description'];
  readonly tags: HeldTexts['tags'];
  readonly proof_requirement: HeldTexts['proof_requirement'];
  /** The earlier spans of dates, oldest first. Each decided its dates before the routine was changed. */
  readonly earlier: readonly Plain<Ending<KeptSpan>>[];
  /** When it was made; null once it has ended. */
  readonly live_key: string | null;
  /** The position of its newest change, by which the search finds what it has not read yet. */
  readonly changed_at: Position;
  readonly version: number;
};

function changed(doc: RoutineDoc | null, event: RecordedOf<RoutineChangeEvent>): RoutineDoc | null {
  const { owner } = event.metadata;
  if (owner === null || (doc === null && event.type !== 'RoutineStarted')) return doc;
  const { set, texts, own_texts } = event.data;
  const own = Object.fromEntries(own_texts.map((name) => [name, event.private]));
  // The first event sets every field and the title.
  const next = {
    description: null,
    tags: null,
    proof_requirement: null,
    ...doc,
    ...set,
    ...texts,
    ...own,
    owner,
    changed_at: event.position,
    version: event.revision,
  } as RoutineDoc;
  const before = doc && { earlier: doc.earlier, present: keptSpanOf(doc) };
  const earlier = before ? earlierAfter<KeptSpan>(event, before, (span) => changedSpan(span, set)) : [];
  return { ...withLastByCount(next, doc ?? undefined), earlier, live_key: next.ended ? null : next.created_at };
}

export const routines: Projection<RoutineDoc> = {
  name: 'routines',
  version: 6,
  incompatible: true,
  indexes: [
    { name: 'live', fields: ['owner', 'live_key'], sparse: true },
    { name: 'owner', fields: ['owner', 'created_at'] },
    { name: 'changed', fields: ['owner', 'changed_at'] },
  ],
  ids: (event) => [routineStream.requireId(event.stream)],
  on: folds(on(ROUTINE_CHANGES, changed)),
};

/** Any routine by id, also an ended one: the caller checks `owner` and `ended`. */
export const routine = (views: Views, id: string): Promise<Stored<RoutineDoc> | null> =>
  views.documents.get<RoutineDoc>(views.current(routines.name), id);

/** An owner's routines that have not ended, oldest first. */
export const routinesOf = (views: Views, owner: string): Promise<readonly Stored<RoutineDoc>[]> =>
  everything<RoutineDoc>(views.documents, views.current(routines.name), { index: 'live', equals: [owner], order: 'asc' });

export const ownRoutines = (views: Views, owner: string): Promise<readonly Stored<RoutineDoc>[]> =>
  everything<RoutineDoc>(views.documents, views.current(routines.name), { index: 'owner', equals: [owner], order: 'asc' });

export const countRoutines = (views: Views, owner: string, most: number): Promise<number> =>
  views.documents.count(views.current(routines.name), { index: 'live', equals: [owner] }, most);

/** Occurrences of a routine by their own dates, beginning with `from`, including withdrawn and deleted ones. */
export const occurrencesOf = (views: Views, routineId: string, from: string): Promise<readonly Stored<TaskDoc>[]> =>
  everything<TaskDoc>(views.documents, views.current(tasks.name), { index: 'routine', equals: [routineId], from, order: 'asc' });

/** Dates from `from` on whose occurrence is decided, or was deleted by hand. */
export async function decidedDates(views: Views, routineId: string, from: string): Promise<ReadonlySet<string>> {
  const found = await occurrencesOf(views, routineId, from);
  const decided = found.filter(({ doc }) => !doc.withdrawn && (doc.deleted || (doc.status !== 'pending' && doc.status !== 'in_progress')));
  return new Set(decided.flatMap(({ doc }) => doc.occurrence_date ?? []));
}

export type Outcome = 'kept' | 'missed';

/**
 * By `{routine}.{year}`: the outcomes of its occurrences in a year, by `MM-DD` of their own dates. Outcomes that neither add to a streak
 * nor end it are left out.
 */
export type RoutineYearDoc = {
  readonly owner: string;
  readonly routine_id: string;
  /** `{routine} {year}`. */
  readonly key: string;
  readonly outcomes: Readonly<Record<string, Outcome>>;
};

const DECIDING: ReadonlySet<string> = new Set(['kept', 'missed', 'skipped', 'open']);

function ids(event: Recorded): readonly string[] {
  if (!isTaskChange(event) || event.metadata.owner === null) return [];
  const { occurrence, tally } = event.data;
  const decides = tally.some((change) => 'count' in change && DECIDING.has(change.count));
  return occurrence && decides ? [`${occurrence.routine_id}.${occurrence.date.slice(0, 4)}`] : [];
}

/** The event's day counters say how the occurrence counts from now on, even if its due date was moved. */
function outcomeOf(event: RecordedOf<TaskChangeEvent>): string | null {
  const counted = event.data.tally.flatMap((change) => ('count' in change && change.by === 1 ? [change.count] : []));
  return counted.find((count) => DECIDING.has(count)) ?? null;
}

function fold(doc: RoutineYearDoc | null, event: RecordedOf<TaskChangeEvent>): RoutineYearDoc | null {
  const { occurrence } = event.data;
  if (!occurrence) return doc;
  const { routine_id, date } = occurrence;
  const outcome = outcomeOf(event);
  const day = date.slice(5);
  const { [day]: before, ...others } = doc?.outcomes ?? {};
  const decided: Outcome | undefined = outcome === 'kept' || outcome === 'missed' ? outcome : undefined;
  if (decided === before) return doc;
  const outcomes: Record<string, Outcome> = decided === undefined ? others : { ...others, [day]: decided };
  return { owner: required(event.metadata.owner, 'owner of a task'), routine_id, key: `${routine_id} ${date.slice(0, 4)}`, outcomes };
}

export const routineStreaks: Projection<RoutineYearDoc> = {
  name: 'routine-streaks',
  version: 2,
  indexes: [{ name: 'routine', fields: ['owner', 'key'] }],
  ids,
  on: folds(on(TASK_CHANGES, fold)),
};

export interface RoutineStreak {
  readonly current: number;
  readonly longest: number;
}

export function streakOfOutcomes(outcomes: readonly Outcome[]): RoutineStreak {
  let [current, longest] = [0, 0];
  for (const outcome of outcomes) {
    current = outcome === 'kept' ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return { current, longest };
}

/** The streaks of an owner's routines, or of one of them, by routine id. Routines without an outcome are left out. */
export async function routineStreaksOf(views: Views, owner: string, routineId?: string): Promise<ReadonlyMap<string, RoutineStreak>> {
  const bounds = routineId === undefined ? {} : { from: `${routineId} `, to: `${routineId} 9999` };
  const query = { index: 'routine', equals: [owner], order: 'asc', ...bounds } as const;
  const found = await everything<RoutineYearDoc>(views.documents, views.current(routineStreaks.name), query);
  const byRoutine = Map.groupBy(found, ({ doc }) => doc.routine_id);
  return new Map([...byRoutine].map(([id, years]) => [id, streakOfOutcomes(years.flatMap(({ doc }) => inOrder(doc)))]));
}

const inOrder = ({ outcomes }: RoutineYearDoc): readonly Outcome[] =>
  Object.entries(outcomes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, outcome]) => outcome);
