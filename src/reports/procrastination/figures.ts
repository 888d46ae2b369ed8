import type { ProcrastinationReport } from '../../contracts/procrastination.ts';
import { tagKey } from '../../contracts/words/spelling.ts';
import { compare, MINUTE, plus } from '../../domain/calendar/dates.ts';
import { weekday } from '../../domain/calendar/local.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';

/** What the report needs of a planned task. */
export interface PlannedTask
  extends Pick<TaskDoc, 'id' | 'status' | 'late' | 'outcome' | 'created_at' | 'completed_at' | 'due_at' | 'estimate_minutes'> {
  readonly due_date: string;
  readonly first_due_date: string;
  /** How often it was moved to later. */
  readonly moves: number;
  /** Of each move, by how many days. */
  readonly move_days: readonly number[];
  readonly tags: readonly string[];
  readonly focused_minutes: number;
}

export interface Figures
  extends Omit<ProcrastinationReport, 'start_date' | 'end_date' | 'timezone' | 'generated_at' | 'findings' | 'most_moved' | 'tags'> {
  /** How many tasks were planned. */
  readonly planned: number;
  /** Those moved most often, most moves first, then the oldest. */
  readonly most_moved: readonly PlannedTask[];
  /** All of them, most planned first, then by name. */
  readonly tags: ProcrastinationReport['tags'];
}

/** The figures of the tasks that count as planned. */
export function figuresOf(tasks: readonly PlannedTask[]): Figures {
  const moved = tasks.filter(({ moves }) => moves > 0);
  const kept = tasks.filter(({ outcome }) => outcome === 'kept');
  const estimated = tasks.filter(({ estimate_minutes, focused_minutes }) => (estimate_minutes ?? 0) > 0 && focused_minutes > 0);
  return {
    planned: tasks.length,
    moves: {
      tasks: moved.length,
      moves: sum(moved, ({ moves }) => moves),
      median_days: median(moved.flatMap(({ move_days }) => move_days)),
    },
    most_moved: moved
      .toSorted((a, b) => b.moves - a.moves || compare(a.created_at, b.created_at) || compare(a.id, b.id))
      .slice(0, MOST_MOVED),
    weekdays: WEEKDAYS.map((day) => {
      const due = tasks.filter(({ first_due_date }) => weekday(first_due_date) === day);
      return { due: due.length, moved: due.filter(({ moves }) => moves > 0).length };
    }),
    tags: tagsOf(tasks),
    after_moves: { moved: decidedOf(moved), unmoved: decidedOf(tasks.filter(({ moves }) => moves === 0)) },
    last_hour: { kept: kept.length, in_last_hour: kept.filter(isInLastHour).length },
    estimates: {
      tasks: estimated.length,
      estimated_minutes: sum(estimated, ({ estimate_minutes }) => estimate_minutes ?? 0),
      focused_minutes: sum(estimated, ({ focused_minutes }) => focused_minutes),
    },
  };
}

const MOST_MOVED = 10;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

const sum = (tasks: readonly PlannedTask[], of: (task: PlannedTask) => number): number =>
  tasks.reduce((total, task) => total + of(task), 0);

/** The mean of the middle two of an even number. Null: there are none. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

function decidedOf(tasks: readonly PlannedTask[]): { decided: number; missed: number } {
  const missed = tasks.filter(({ outcome }) => outcome === 'missed').length;
  return { decided: missed + tasks.filter(({ outcome }) => outcome === 'kept').length, missed };
}

/** A task whose record was corrected counts as kept, but may have been completed after its due instant, or not at all. */
const isInLastHour = ({ completed_at, due_at }: PlannedTask): boolean =>
  completed_at !== null && due_at !== null && completed_at <= due_at && completed_at >= plus(due_at, -60 * MINUTE);

/** Tags that differ in case alone are one, in the spelling of the oldest task. */
function tagsOf(tasks: readonly PlannedTask[]): Figures['tags'] {
  const byKey = new Map<string, { tag: string; planned: number; moved: number; missed: number }>();
  for (const { tags, moves, outcome } of tasks.toSorted((a, b) => compare(a.created_at, b.created_at) || compare(a.id, b.id)))
    for (const tag of tags) {
      const known = byKey.get(tagKey(tag)) ?? { tag, planned: 0, moved: 0, missed: 0 };
      known.planned += 1;
      if (moves > 0) known.moved += 1;
      if (outcome === 'missed') known.missed += 1;
      byKey.set(tagKey(tag), known);
    }
  return [...byKey].sort(([a, one], [b, other]) => other.planned - one.planned || compare(a, b)).map(([, figures]) => figures);
}
