import { addDays, localDate } from '../../domain/calendar/local.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Sealed } from '../../domain/kernel/event.ts';
import { tagKey } from '../../domain/task/rules.ts';
import type { OpenTask as OpenTaskWords } from '../../ports/ai-help.ts';
import type { Stored } from '../../ports/documents.ts';
import { childrenOf, task as findTask, someTasksDue, tasksBetween } from '../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import type { App } from '../app.ts';
import { ownerZone } from '../caller.ts';

export interface HelpTask {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly requirement: string | null;
  readonly tags: readonly string[];
  readonly verification: 'none' | 'email' | 'coding' | 'system_design' | 'general';
  readonly priority: 'high' | 'medium' | 'low' | 'none';
  readonly estimate: number | null;
  readonly routine: string | null;
  readonly dueTime: string | null;
  readonly dueAt: string | null;
  readonly createdAt: string;
}

export interface PastTask {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly routine: string | null;
  readonly minutes: number;
  readonly completedOn: string;
}

const SMALL = 4;
/** Words that say nothing about the subject of a task. Shorter words are ignored anyway. */
const COMMON = new Set([
  'with',
  'from',
  'this',
  'that',
  'into',
  'about',
  'after',
  'before',
  'task',
  'make',
  'write',
  'read',
  'some',
  'more',
]);

const wordsOf = (text: string): readonly string[] =>
  text
    .toLocaleLowerCase('en')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => [...word].length >= SMALL && !COMMON.has(word));

/** Whether a past task has the same routine as a task, or a common tag or word in the title. */
export function isSimilar({ title, tags, routine }: Pick<HelpTask, 'title' | 'tags' | 'routine'>, past: PastTask): boolean {
  if (routine !== null && routine === past.routine) return true;
  const keys = tags.map(tagKey);
  if (past.tags.some((tag) => keys.includes(tagKey(tag)))) return true;
  const words = new Set(wordsOf(title));
  return wordsOf(past.title).some((word) => words.has(word));
}

export function figuresOf(
  minutes: readonly number[],
): { readonly median: number; readonly shortest: number; readonly longest: number } | null {
  const sorted = minutes.toSorted((a, b) => a - b);
  const [shortest, longest] = [sorted[0], sorted.at(-1)];
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (shortest === undefined || longest === undefined || low === undefined || high === undefined) return null;
  return { median: Math.round((low + high) / 2), shortest, longest };
}

const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(?:\[[ xX]\]\s+)?(\S.*)$/;
const MOST_PARTS = 12;
const LONGEST_TITLE = 200;

const STEPS: Readonly<Record<HelpTask['verification'], readonly string[]>> = {
  none: ['Say in one sentence what is done when this is done', 'Do the first piece, for at most 25 minutes', 'Finish what is left'],
  general: [
    'Say in one sentence what is done when this is done',
    'Do the first piece, for at most 25 minutes',
    'Finish what is left',
    'Collect what proves it',
  ],
  email: ['Note what the reader must know and do', 'Write the draft', 'Have the draft reviewed', 'Send it'],
  coding: [
    'Read the question and its examples',
    'Write a solution for the smallest example',
    'Make it right for all examples',
    'Submit it',
  ],
  system_design: ['Write down the requirements', 'Estimate the load', 'Choose the components and draw them', 'Weigh the trade-offs'],
};

/** The sub-tasks by rule: the list in the task's description if there is one, otherwise the usual steps for its kind. */
export function partsByRule({ description, verification, title }: HelpTask, present: readonly string[]): readonly string[] {
  const listed = (description ?? '').split('\n').flatMap((line) => LIST_ITEM.exec(line)?.[1]?.trim() ?? []);
  const steps = listed.length >= 2 ? listed : STEPS[verification];
  const known = new Set([title, ...present].map((one) => one.toLowerCase()));
  const unique = [...new Map(steps.map((step) => [step.toLowerCase(), [...step].slice(0, LONGEST_TITLE).join('')])).entries()];
  return unique.flatMap(([key, step]) => (known.has(key) ? [] : [step])).slice(0, MOST_PARTS);
}

const RANK: Readonly<Record<HelpTask['priority'], number>> = { high: 0, medium: 1, low: 2, none: 3 };

/** By due instant, then priority, then the shorter one, then the older one. */
export function orderByRule(tasks: readonly HelpTask[]): readonly HelpTask[] {
  const timed = ({ dueTime, dueAt }: HelpTask): string => (dueTime === null ? '~' : (dueAt ?? '~'));
  return tasks.toSorted(
    (a, b) =>
      compare(timed(a), timed(b)) ||
      RANK[a.priority] - RANK[b.priority] ||
      (a.estimate ?? Number.MAX_SAFE_INTEGER) - (b.estimate ?? Number.MAX_SAFE_INTEGER) ||
      compare(a.createdAt, b.createdAt),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function facts({ dueTime, priority, estimate, verification }: HelpTask): readonly string[] {
  return [
    dueTime === null ? 'due by the end of the day' : `due at ${dueTime}`,
    ...(priority === 'none' ? [] : [`${priority} priority`]),
    ...(estimate === null ? [] : [`estimated at ${estimate} minutes`]),
    ...(verification === 'none' ? [] : ['needs proof']),
  ];
}

export function reasonByRule(task: HelpTask): string {
  const [first = '', ...rest] = facts(task);
  return `${first.slice(0, 1).toUpperCase()}${[first, ...rest].join(', ').slice(1)}.`;
}

export const inWords = (task: HelpTask): OpenTaskWords => ({ title: task.title, facts: facts(task).join('\n') });

/** An estimate looks at the tasks of this many days, but at no more than `MOST_PAST` tasks. */
const LOOK_BACK = 365;
const MOST_PAST = 500;
const MOST_TODAY = 100;

const invalid = (sentence: string): RuleViolation => new RuleViolation('validation_failed', sentence, { task_id: [sentence] });

/**
 * A task of the owner, and the titles of its sub-tasks.
 * @throws RuleViolation validation_failed
 */
export async function ownTask(
  app: App,
  owner: string,
  id: string,
): Promise<{ readonly task: HelpTask; readonly doc: TaskDoc; readonly parts: readonly string[] }> {
  const found = await findTask(app.views, id);
  if (found === null || found.doc.owner !== owner || found.doc.deleted || found.doc.withdrawn) throw invalid('There is no such task.');
  const [children] = await Promise.all([childrenOf(app.views, id), app.opener.ready(owner)]);
  return { task: helpTask(app, found), doc: found.doc, parts: children.map((child) => helpTask(app, child).title) };
}

/** @throws RuleViolation validation_failed */
export function checkSplit({ parent_id, status, archived }: TaskDoc): void {
  if (parent_id !== null) throw invalid('This task is a part of another one, and parts have no parts.');
  if (archived || (status !== 'pending' && status !== 'in_progress')) throw invalid('Only a task that is still open can be split.');
}

export async function openToday(app: App, owner: string): Promise<readonly HelpTask[]> {
  const today = localDate(app.clock.now(), await ownerZone(app, owner));
  const [found] = await Promise.all([tasksBetween(app.views, owner, today, today), app.opener.ready(owner)]);
  return found
    .filter(({ doc }) => !doc.deleted && !doc.withdrawn && !doc.archived && (doc.status === 'pending' || doc.status === 'in_progress'))
    .slice(0, MOST_TODAY)
    .map((task) => helpTask(app, task));
}

/** Completed tasks of the last year that had an estimate, newest first, without the task `but`. */
export async function pastTasks(app: App, owner: string, but: string): Promise<readonly PastTask[]> {
  const today = localDate(app.clock.now(), await ownerZone(app, owner));
  const period = { from: addDays(today, -LOOK_BACK), to: today };
  const [found] = await Promise.all([someTasksDue(app.views, owner, period, { most: MOST_PAST, end: 'newest' }), app.opener.ready(owner)]);
  return found.toReversed().flatMap((stored) => {
    const { doc, id } = stored;
    if (id === but || doc.deleted || doc.status !== 'completed' || doc.estimate_minutes === null || doc.completed_local === null) return [];
    const { title, tags, routine } = helpTask(app, stored);
    return [{ id, title, tags, routine, minutes: doc.estimate_minutes, completedOn: doc.completed_local.date }];
  });
}

function helpTask({ opener }: App, { id, doc }: Stored<TaskDoc>): HelpTask {
  const open = <Texts>(sealed: Sealed<Texts> | null): Texts | null => opener.openNow(doc.owner, sealed);
  return {
    id,
    title: open(doc.title)?.title ?? '',
    description: open(doc.description)?.description ?? null,
    requirement: open(doc.proof_requirement)?.proof_requirement ?? null,
    tags: open(doc.tags)?.tags ?? [],
    verification: doc.verification_type,
    priority: doc.priority,
    estimate: doc.estimate_minutes,
    routine: doc.recurring_task_id,
    dueTime: doc.due_time,
    dueAt: doc.due_at,
    createdAt: doc.created_at,
  };
}
