import { compare, DAY, HOUR, plus } from '../../domain/calendar/dates.ts';
import { addDays, localDate } from '../../domain/calendar/local.ts';
import { isOpen } from '../../domain/calendar/task-times.ts';
import type { Cursor, Stored } from '../../ports/documents.ts';
import { pagesOf, type Views } from '../engine/views.ts';
import { childrenOf, liveTasks } from './task-lists.ts';
import { proofDueFrom, type TaskDoc, tasks, UNDATED } from './tasks.ts';

/** Why a task is offered, in the order in which the reasons are tried. A task stands under the first that fits. */
export type NextCode = 'focused' | 'boxed' | 'proof_ends' | 'due_soon' | 'due_today' | 'due_later' | 'undated' | 'far';

export interface Offered {
  readonly code: NextCode;
  readonly task: Stored<TaskDoc>;
}

/** `zone`: the owner's. */
export interface Moment {
  readonly now: string;
  readonly zone: string;
}

/** Ids of tasks: that of the focus session under way, and those whose time box covers this instant, by the start of the box. */
export interface UnderWay {
  readonly focused: string | null;
  readonly boxed: readonly string[];
}

interface Group {
  readonly code: NextCode;
  readonly found: readonly Stored<TaskDoc>[];
}

/** The tasks to do next, the first before others, at most `most`. */
export async function nextTasks(
  views: Views,
  owner: string,
  moment: Moment,
  underWay: UnderWay,
  most: number,
): Promise<readonly Offered[]> {
  const offered = new Map<string, Offered>();
  for await (const { code, found } of groups(views, owner, moment, underWay)) {
    for (const task of found) {
      if (offered.has(task.id) || (await isLeftToChildren(views, code, task.id))) continue;
      offered.set(task.id, { code, task });
      if (offered.size === most) return [...offered.values()];
    }
  }
  return [...offered.values()];
}

/** What is worked on, and what was done and only lacks its proof, is offered with open children too. */
const WITH_CHILDREN: ReadonlySet<NextCode> = new Set(['focused', 'boxed', 'proof_ends']);

async function isLeftToChildren(views: Views, code: NextCode, id: string): Promise<boolean> {
  if (WITH_CHILDREN.has(code)) return false;
  return (await childrenOf(views, id)).some(({ doc }) => isOpen(doc.status) && !doc.archived);
}

/** All tasks that can be offered, the first before others. They are read as far as somebody asks for them. */
async function* groups(views: Views, owner: string, { now, zone }: Moment, { focused, boxed }: UnderWay): AsyncGenerator<Group> {
  if (focused !== null) yield { code: 'focused', found: await named(views, owner, [focused]) };
  yield { code: 'boxed', found: await named(views, owner, boxed) };
  yield { code: 'proof_ends', found: await awaitingProof(views, owner, now) };
  const today = localDate(now, zone);
  const week = (await Array.fromAsync(openDue(views, owner, today, addDays(today, LATER_DAYS)))).flat();
  // The miss of a task whose deadline has just passed may not be recorded yet.
  const ahead = week.filter(({ doc }) => dueAt(doc) >= now);
  const isToday = ({ doc }: Stored<TaskDoc>) => localDate(dueAt(doc), zone) === today;
  yield { code: 'due_soon', found: ahead.filter(({ doc }) => dueAt(doc) <= plus(now, SOON)) };
  yield { code: 'due_today', found: ahead.filter(isToday).sort(byImportance) };
  yield { code: 'due_later', found: ahead.filter((task) => !isToday(task)).sort(byImportance) };
  for await (const found of undated(views, owner)) yield { code: 'undated', found };
  for await (const found of openDue(views, owner, addDays(today, LATER_DAYS + 1), LAST_DATE)) yield { code: 'far', found };
}

const SOON = 2 * HOUR;
const PROOF_NEAR = DAY;
const LATER_DAYS = 7;
/** No task can be due later. */
const LAST_DATE = '2100-12-31';
const OPEN = ['pending', 'in_progress'] as const;
const PAGE = 200;

const dueAt = ({ due_at }: TaskDoc): string => due_at ?? UNDATED;

async function named(views: Views, owner: string, ids: readonly string[]): Promise<readonly Stored<TaskDoc>[]> {
  if (ids.length === 0) return [];
  const found = await views.documents.getMany<TaskDoc>(views.current(tasks.name), ids);
  return ids.flatMap((id) => {
    const task = found.get(id);
    const doable = task && task.doc.owner === owner && !task.doc.deleted && !task.doc.archived && isOpenOrMissed(task.doc);
    return doable ? [task] : [];
  });
}

const isOpenOrMissed = ({ status }: TaskDoc): boolean => isOpen(status) || status === 'missed';

/** Completed tasks whose proof is still to be given, within a day, by its deadline. */
async function awaitingProof(views: Views, owner: string, now: string): Promise<readonly Stored<TaskDoc>[]> {
  const [from, to] = [proofDueFrom(now), `${proofDueFrom(plus(now, PROOF_NEAR))}~`];
  const query = { index: 'proof', equals: [owner], from, to, order: 'asc' } as const;
  const found = (await Array.fromAsync(pagesOf<TaskDoc>(views.documents, views.current(tasks.name), query))).flat();
  return found.filter(({ doc }) => !doc.archived && (doc.verification_state === 'awaiting_proof' || doc.verification_state === 'rejected'));
}

/** Open tasks that are due from one local date to another (inclusive), by due instant. */
async function* openDue(views: Views, owner: string, dueFrom: string, dueTo: string): AsyncGenerator<readonly Stored<TaskDoc>[]> {
  let after: Cursor | undefined;
  for (;;) {
    const page = await liveTasks(views, owner, { statuses: OPEN, dueFrom, dueTo }, { limit: PAGE, ...(after && { after }) });
    yield page.items;
    if (page.next === null) return;
    after = page.next;
  }
}

/**
 * Open tasks without a due date, by priority, then the oldest. There can be thousands, so only what orders them is kept of each, and the
 * tasks are read again as they are asked for.
 */
async function* undated(views: Views, owner: string): AsyncGenerator<readonly Stored<TaskDoc>[]> {
  const collection = views.current(tasks.name);
  const all: (Pick<TaskDoc, 'id' | 'priority' | 'created_at'> & { readonly due_at: null; readonly estimate_minutes: null })[] = [];
  for (const status of OPEN) {
    const query = { index: 'status', equals: [owner, status], from: UNDATED, order: 'asc' } as const;
    for await (const page of pagesOf<TaskDoc>(views.documents, collection, query))
      for (const { id, doc } of page)
        all.push({ id, priority: doc.priority, created_at: doc.created_at, due_at: null, estimate_minutes: null });
  }
  all.sort(importance);
  for (let at = 0; at < all.length; at += FEW) {
    const ids = all.slice(at, at + FEW).map(({ id }) => id);
    const found = await views.documents.getMany<TaskDoc>(collection, ids);
    yield ids.flatMap((id) => found.get(id) ?? []);
  }
}

const FEW = 20;

const PRIORITY: Readonly<Record<TaskDoc['priority'], number>> = { high: 0, medium: 1, low: 2, none: 3 };

type Ordering = Pick<TaskDoc, 'id' | 'priority' | 'due_at' | 'estimate_minutes' | 'created_at'>;

/** By priority, then by due instant, then the shortest first (those without an estimate last), then the oldest. */
function importance(a: Ordering, b: Ordering): number {
  return (
    PRIORITY[a.priority] - PRIORITY[b.priority] ||
    compare(a.due_at ?? UNDATED, b.due_at ?? UNDATED) ||
    (a.estimate_minutes ?? ENDLESS) - (b.estimate_minutes ?? ENDLESS) ||
    compare(a.created_at, b.created_at) ||
    compare(a.id, b.id)
  );
}

/** More minutes than any estimate has. */
const ENDLESS = 1_000_000;

const byImportance = (a: Stored<TaskDoc>, b: Stored<TaskDoc>): number => importance(a.doc, b.doc);
