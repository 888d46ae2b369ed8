import { dayWord, plural } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { sameTag } from '../../src/contracts/words/spelling.ts';
import type { BatchChange } from '../api/batches.ts';
import type { Task } from '../api/tasks.ts';
import { completedWithSteps, edited, predicted } from '../tasks/cache.ts';
import { canPromiseAgain } from '../tasks/promise-again.ts';
import { isOpen, PRIORITY_WORDS } from '../tasks/state.ts';

/** What a person asks of all selected tasks. */
export type Asked =
  | { readonly kind: 'complete' }
  | { readonly kind: 'skip'; readonly reason: string }
  /** Open tasks are moved. Missed and skipped ones are promised again, which makes new tasks. */
  | { readonly kind: 'day'; readonly date: string }
  | { readonly kind: 'shift'; readonly days: number }
  | { readonly kind: 'priority'; readonly priority: Task['priority'] }
  | { readonly kind: 'tags'; readonly tags: readonly string[]; readonly add: boolean }
  | { readonly kind: 'archive' }
  | { readonly kind: 'delete' };

/** The tasks that get one change. */
export interface Portion {
  readonly ids: readonly string[];
  readonly change: BatchChange;
}

const idsOf = (tasks: readonly Task[]): string[] => tasks.map(({ id }) => id);

function changeFor(asked: Exclude<Asked, { kind: 'day' }>): BatchChange {
  switch (asked.kind) {
    case 'complete':
      return { status: 'completed' };
    case 'skip':
      return { status: 'skipped', reason: asked.reason };
    case 'shift':
      return { shiftDays: asked.days };
    case 'priority':
      return { priority: asked.priority };
    case 'tags':
      return asked.add ? { addTags: [...asked.tags] } : { removeTags: [...asked.tags] };
    case 'archive':
      return { archive: true };
    case 'delete':
      return { delete: true };
  }
}

/** What is sent to the server. */
export function portionsFor(asked: Asked, tasks: readonly Task[]): Portion[] {
  if (asked.kind !== 'day') return [{ ids: idsOf(tasks), change: changeFor(asked) }];
  const [again, moved] = [tasks.filter(canPromiseAgain), tasks.filter((task) => !canPromiseAgain(task))];
  const parts: Portion[] = [
    { ids: idsOf(moved), change: { dueDate: asked.date } },
    { ids: idsOf(again), change: { again: { dueDate: asked.date } } },
  ];
  return parts.filter(({ ids }) => ids.length > 0);
}

/** What the lists show until the server answers. */
export interface Shown {
  readonly puts: readonly Task[];
  readonly drops: readonly string[];
}

interface Present {
  readonly all: readonly Task[];
  readonly zone: string;
  /** The server's time in milliseconds. */
  readonly now: number;
}

const tagged = (task: Task, tags: readonly string[], add: boolean): Task => {
  const others = task.tags.filter((tag) => !tags.some((one) => sameTag(one, tag)));
  if (!add) return { ...task, tags: others };
  const fresh = tags.filter((tag) => !task.tags.some((one) => sameTag(one, tag)));
  return { ...task, tags: [...task.tags, ...fresh] };
};

/** Predicts the answer where it is certain. What the server may refuse, or what makes a new task, is shown only after the answer. */
export function shownFor(asked: Asked, tasks: readonly Task[], { all, zone, now }: Present): Shown {
  const put = (some: readonly Task[], change: (task: Task) => Task): Shown => ({ puts: some.map(change), drops: [] });
  const open = tasks.filter((task) => isOpen(task) && !task.archived);
  const dated = open.filter(({ dueDate }) => dueDate !== null);
  const shifted = (task: Task, days: number) => edited(task, { dueDate: task.dueDate && addDays(task.dueDate, days) }, zone);
  switch (asked.kind) {
    case 'complete':
      return {
        puts: tasks
          .filter((task) => !task.archived && (isOpen(task) || task.status === 'missed'))
          .flatMap((task) => completedWithSteps(task, all, now)),
        drops: [],
      };
    case 'skip':
      return put(
        open.filter(({ dueAt }) => dueAt === null || Date.parse(dueAt) >= now),
        (task) => predicted(task, 'skipped', now, asked.reason),
      );
    case 'day':
      return put(open, (task) => edited(task, { dueDate: asked.date }, zone));
    case 'shift':
      return put(dated, (task) => shifted(task, asked.days));
    case 'priority':
      return put(
        tasks.filter(({ archived }) => !archived),
        (task) => ({ ...task, priority: asked.priority }),
      );
    case 'tags':
      return put(
        tasks.filter(({ archived }) => !archived),
        (task) => tagged(task, asked.tags, asked.add),
      );
    case 'archive':
      return put(
        tasks.filter((task) => !(isOpen(task) && task.dueDate !== null)),
        (task) => ({ ...task, archived: true }),
      );
    case 'delete': {
      const ids = new Set(idsOf(tasks));
      return { puts: [], drops: [...ids, ...all.filter(({ parentId }) => parentId !== null && ids.has(parentId)).map(({ id }) => id)] };
    }
  }
}

/** What was done, for the message: '3 tasks moved to tomorrow'. */
export function doneWords(asked: Asked, count: number, today: string): string {
  const tasks = plural(count, 'task');
  switch (asked.kind) {
    case 'complete':
      return `${tasks} completed`;
    case 'skip':
      return `${tasks} skipped`;
    case 'day':
      return `${tasks} moved to ${dayWord(asked.date, today)}`;
    case 'shift':
      return `${tasks} moved by ${plural(Math.abs(asked.days), 'day')}, ${asked.days > 0 ? 'later' : 'earlier'}`;
    case 'priority':
      return `${tasks}: ${asked.priority === 'none' ? 'no priority' : `${PRIORITY_WORDS[asked.priority].toLowerCase()} priority`}`;
    case 'tags':
      return `${asked.tags.map((tag) => `#${tag}`).join(' ')} ${asked.add ? 'added to' : 'removed from'} ${tasks}`;
    case 'archive':
      return `${tasks} archived`;
    case 'delete':
      return `${tasks} deleted`;
  }
}
