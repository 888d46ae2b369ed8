import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type FoundPages, type SearchResult, searchKeys } from '../api/search.ts';
import { type Archive, type EditTask, type TaggedTask, type Task, type TaskStatus, taskKeys } from '../api/tasks.ts';
import { dueInstant } from '../lib/calendar.ts';
import { byDue } from './due.ts';

type Order = (a: Task, b: Task) => number;

/** Inserts the task at its place in the order, after all tasks that are equal to it. A task that is still at its place stays there. */
function withTask(list: readonly Task[], task: Task, order: Order): Task[] {
  const from = list.findIndex(({ id }) => id === task.id);
  const [before, after] = [list[from - 1], list[from + 1]];
  if (from !== -1 && (!before || order(before, task) <= 0) && (!after || order(task, after) < 0)) return list.with(from, task);
  const others = withoutTask(list, task.id);
  const at = others.findIndex((one) => order(one, task) > 0);
  return at === -1 ? [...others, task] : others.toSpliced(at, 0, task);
}
const withoutTask = (list: readonly Task[], id: string): Task[] => list.filter((one) => one.id !== id);

/**
 * Predicts how a task will count after one of the four changes, until the server answers. The rule itself is the server's
 * (`src/domain/task/rules.ts`) and may need the whole history of the task, so the web does not share it. For one change that is
 * sent now, the clock is enough. If the prediction is wrong, the answer corrects it at once.
 */
function outcomeAfter(task: Task, status: Exclude<TaskStatus, 'missed'>, over: boolean): Task['outcome'] {
  if (task.dueAt === null) return 'none';
  if (status === 'skipped' || (over && task.outcome === 'skipped' && status === 'completed')) return 'skipped';
  if (over) return 'missed';
  return status === 'completed' && task.verificationType === 'none' ? 'kept' : 'open';
}

/** Predicts the server's answer to a change of the status. `now` is the server's time in milliseconds. */
export function predicted(task: Task, status: Exclude<TaskStatus, 'missed'>, now: number, reason: string | null = null): Task {
  const over = task.dueAt !== null && Date.parse(task.dueAt) < now;
  const done = status === 'completed';
  const missedAgain = status === 'pending' && over;
  const outcome = outcomeAfter(task, status, over);
  const proofState = done ? 'awaiting_proof' : task.verificationState === 'in_review' ? task.verificationState : 'awaiting_proof';
  return {
    ...task,
    status: missedAgain ? 'missed' : status,
    completed: done,
    late: done && over,
    outcome,
    completedAt: done ? new Date(now).toISOString() : null,
    missedAt: missedAgain ? (task.missedAt ?? task.dueAt) : task.missedAt,
    skipReason: status === 'skipped' ? reason : outcome === 'skipped' ? task.skipReason : null,
    verificationState: task.verificationType === 'none' ? task.verificationState : proofState,
  };
}

/** Predicts the server's answer to a change of fields. Only an open task can be moved. */
export function edited(task: Task, change: EditTask, zone: string): Task {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const after: Task = { ...task, ...given };
  if (change.dueDate === undefined && change.dueTime === undefined) return after;
  if (after.dueDate === null) return { ...after, dueTime: null, dueAt: null, outcome: 'none' };
  const dueAt = dueInstant(after.dueDate, after.dueTime, zone);
  const wentLater = task.dueAt !== null && dueAt > task.dueAt;
  return { ...after, dueAt, outcome: 'open', postponed: task.postponed + (wentLater ? 1 : 0) };
}

/** Includes the open steps, because the server completes them together with the task. */
export function completedWithSteps(task: Task, all: readonly Task[], now: number): Task[] {
  const steps = all.filter((one) => one.parentId === task.id && (one.status === 'pending' || one.status === 'in_progress'));
  return [predicted(task, 'completed', now), ...steps.map((step) => predicted(step, 'completed', now))];
}

const byMaking: Order = (a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id);
const byDueInstant: Order = (a, b) => byDue(a, b) || a.id.localeCompare(b.id);
const byNewestMiss: Order = (a, b) => (b.missedAt ?? '').localeCompare(a.missedAt ?? '');

interface List {
  readonly key: QueryKey;
  readonly holds: (task: Task) => boolean;
  readonly put: (list: readonly Task[], task: Task) => Task[];
}
/** Replaces the task, or puts a new one at the end. */
const withTaskLast = (list: readonly Task[], task: Task): Task[] =>
  list.some((one) => one.id === task.id) ? list.map((one) => (one.id === task.id ? task : one)) : [...list, task];

/** The filter and the order of each list are those of the server. */
const LISTS: readonly List[] = [
  { key: taskKeys.list(), holds: (task) => !task.archived, put: (list, task) => withTask(list, task, byDueInstant) },
  // A task that comes back from the archive has its old place, which the next read shows.
  { key: taskKeys.placed(), holds: (task) => !task.archived, put: withTaskLast },
  {
    key: taskKeys.missed(),
    holds: (task) => !task.archived && task.status === 'missed',
    put: (list, task) => withTask(list, task, byNewestMiss),
  },
];

const archivedIn = (client: QueryClient): readonly Task[] =>
  client.getQueryData<Archive>(taskKeys.archived())?.pages.flatMap(({ items }) => items) ?? [];

/** Changes the pages of the archive that were read. `first`: whether it is the first page. */
const changeArchive = (client: QueryClient, change: (page: readonly Task[], first: boolean) => Task[]): void =>
  void client.setQueryData<Archive>(
    taskKeys.archived(),
    (known) => known && { ...known, pages: known.pages.map((page, at) => ({ ...page, items: change(page.items, at === 0) })) },
  );

/** A task does not contain the time of its archiving, but one that is not in the pages that were read was archived last. */
function putArchived(client: QueryClient, task: Task): void {
  const isKnown = archivedIn(client).some(({ id }) => id === task.id);
  changeArchive(client, (page, first) =>
    isKnown ? page.map((one) => (one.id === task.id ? task : one)) : first ? [task, ...page] : [...page],
  );
}

/** The archived tasks among what searches have found. */
const foundIn = (client: QueryClient): readonly Task[] =>
  client
    .getQueriesData<FoundPages>({ queryKey: searchKeys.pages })
    .flatMap(([, known]) => known?.pages ?? [])
    .flatMap(({ items }) => items.flatMap(({ task }) => task ?? []));

/** Changes a result in the searches that have it. Others stay as they are, and outdated if they were. Null takes it out, and it counts no longer. */
function changeFound(
  client: QueryClient,
  isMeant: (result: SearchResult) => boolean,
  change: (result: SearchResult) => SearchResult | null,
) {
  for (const [key, known] of client.getQueriesData<FoundPages>({ queryKey: searchKeys.pages })) {
    const meant = known?.pages.flatMap(({ items }) => items).find(isMeant);
    if (!known || !meant) continue;
    const after = change(meant);
    const pages = known.pages.map((page) => ({
      ...page,
      items: page.items.flatMap((one) => (one === meant ? (after ?? []) : one)),
      total: page.total === null || after ? page.total : page.total - 1,
    }));
    client.setQueryData<FoundPages>(key, { ...known, pages });
  }
}

/**
 * Adds a task to every cached list to which it belongs, and removes it from the others. Lists that were never loaded stay
 * unloaded. `etag` is that of the server's answer, or null for a predicted task.
 */
export function putTask(client: QueryClient, task: Task, etag: string | null = null): void {
  for (const { key, holds, put } of LISTS)
    client.setQueryData<Task[]>(key, (list) => list && (holds(task) ? put(list, task) : withoutTask(list, task.id)));
  if (task.archived) putArchived(client, task);
  else dropArchived(client, task.id);
  changeFound(
    client,
    (result) => result.id === task.id && result.task !== undefined,
    (result) => ({ ...result, task }),
  );
  client.setQueryData<TaggedTask>(taskKeys.one(task.id), (one) => one && { task, etag });
  if (task.parentId) client.setQueryData<Task[]>(taskKeys.children(task.parentId), (list) => list && withTask(list, task, byMaking));
}

function dropArchived(client: QueryClient, id: string): void {
  if (archivedIn(client).some((task) => task.id === id)) changeArchive(client, (page) => withoutTask(page, id));
}

export function dropTask(client: QueryClient, id: string): void {
  dropArchived(client, id);
  changeFound(
    client,
    (result) => result.id === id,
    () => null,
  );
  for (const { key } of LISTS) client.setQueryData<Task[]>(key, (list) => list && withoutTask(list, id));
  client.setQueriesData<Task[]>({ queryKey: ['tasks', 'children'] }, (list) => list && withoutTask(list, id));
}

const listsIn = (client: QueryClient): (readonly Task[])[] => [
  ...LISTS.map(({ key }) => client.getQueryData<Task[]>(key) ?? []),
  archivedIn(client),
  foundIn(client),
];

/** Whether one of the cached lists has the task. */
export const isListed = (client: QueryClient, id: string): boolean => listsIn(client).some((list) => list.some((task) => task.id === id));

/** Searches all cached queries. */
export function cachedTask(client: QueryClient, id: string): Task | undefined {
  for (const list of listsIn(client)) {
    const found = list.find((task) => task.id === id);
    if (found) return found;
  }
  return client.getQueryData<TaggedTask>(taskKeys.one(id))?.task;
}

/** The steps of a task, as far as the list of tasks shows them, in the order of the server. Undefined: the list does not have the task. */
export function cachedSteps(client: QueryClient, id: string): Task[] | undefined {
  const list = client.getQueryData<Task[]>(taskKeys.list());
  if (!list?.some((task) => task.id === id)) return undefined;
  return list.filter(({ parentId }) => parentId === id).sort(byMaking);
}
