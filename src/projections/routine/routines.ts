import { type Ending, withLastByCount } from '../../domain/calendar/routine-dates.ts';
import type { RecordedOf } from '../../domain/kernel/event.ts';
import type { Sealed } from '../../domain/kernel/sealed.ts';
import { changedSpan, earlierAfter, type KeptSpan, keptSpanOf, type RoutineFields } from '../../domain/routine/event-data.ts';
import { ROUTINE_CHANGES, type RoutineChangeEvent, routineStream } from '../../domain/routine/events.ts';
import type { Stored } from '../../ports/documents.ts';
import { folds, on } from '../engine/folds.ts';
import { everything } from '../engine/pages.ts';
import type { Projection } from '../engine/projection.ts';
import type { Plain, Views } from '../engine/views.ts';
import { type TaskDoc, tasks } from '../task/tasks.ts';

/** By routine id. Each text is the sealed object that holds its value: `opener.open(owner, doc.title).title`. */
export type RoutineDoc = Plain<RoutineFields & KeptSpan> & {
  readonly owner: string;
  readonly title: Sealed;
  readonly description: Sealed | null;
  readonly tags: Sealed | null;
  readonly proof_requirement: Sealed | null;
  /** The earlier spans of dates, oldest first. Each decided its dates before the routine was changed. */
  readonly earlier: readonly Plain<Ending<KeptSpan>>[];
  /** When it was made; null once it has ended. */
  readonly live_key: string | null;
  readonly version: number;
};

function changed(doc: RoutineDoc | null, event: RecordedOf<RoutineChangeEvent>): RoutineDoc | null {
  const { owner } = event.metadata;
  if (owner === null || (doc === null && event.type !== 'RoutineStarted')) return doc;
  const { set, texts, own_texts } = event.data;
  const own = Object.fromEntries(own_texts.map((name) => [name, event.private]));
  const next = {
    description: null,
    tags: null,
    proof_requirement: null,
    ...doc,
    ...set,
    ...texts,
    ...own,
    owner,
    version: event.revision,
  } as RoutineDoc;
  const before = doc && { earlier: doc.earlier, present: keptSpanOf(doc) };
  const earlier = before ? earlierAfter<KeptSpan>(event, before, (span) => changedSpan(span, set)) : [];
  return { ...withLastByCount(next, doc ?? undefined), earlier, live_key: next.ended ? null : next.created_at };
}

export const routines: Projection<RoutineDoc> = {
  name: 'routines',
  version: 5,
  incompatible: true,
  indexes: [
    { name: 'live', fields: ['owner', 'live_key'], sparse: true },
    { name: 'owner', fields: ['owner', 'created_at'] },
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
  return new Set(decided.map(({ doc }) => doc.occurrence_date as string));
}
