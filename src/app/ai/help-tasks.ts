import { addDays, localDate } from '../../domain/calendar/local.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Stored } from '../../ports/documents.ts';
import { childrenOf, task as findTask, someTasksDue, tasksBetween } from '../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import type { App } from '../app.ts';
import { ownerZone } from '../caller.ts';
import type { HelpTask, PastTask } from './plain-answers.ts';

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
  const open = (name: 'title' | 'description' | 'tags' | 'proof_requirement'): unknown => {
    const sealed = doc[name];
    return sealed === null ? undefined : opener.openNow(doc.owner, sealed)?.[name];
  };
  return {
    id,
    title: String(open('title') ?? ''),
    description: (open('description') as string | undefined) ?? null,
    requirement: (open('proof_requirement') as string | undefined) ?? null,
    tags: (open('tags') as readonly string[] | undefined) ?? [],
    verification: doc.verification_type,
    priority: doc.priority,
    estimate: doc.estimate_minutes,
    routine: doc.recurring_task_id,
    dueTime: doc.due_time,
    dueAt: doc.due_at,
    createdAt: doc.created_at,
  };
}
