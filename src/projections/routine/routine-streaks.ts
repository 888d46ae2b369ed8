import type { Recorded, RecordedOf } from '../../domain/kernel/event.ts';
import { TASK_CHANGES, type TaskChangeEvent } from '../../domain/task/events.ts';
import { folds, on } from '../engine/folds.ts';
import { everything } from '../engine/pages.ts';
import type { Projection } from '../engine/projection.ts';
import type { Views } from '../engine/views.ts';
import { isTaskChange } from '../task/task-changes.ts';

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
  return { owner: event.metadata.owner as string, routine_id, key: `${routine_id} ${date.slice(0, 4)}`, outcomes };
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
  Object.keys(outcomes)
    .sort()
    .map((day) => outcomes[day] as Outcome);
