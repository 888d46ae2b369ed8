import type { App } from '../../app/app.ts';
import type { ProcrastinationReport } from '../../contracts/procrastination.ts';
import type { Stored } from '../../ports/documents.ts';
import type { Reader } from '../../projections/report.ts';
import { countedTasks, task } from '../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import { figuresOf, type PlannedTask } from './figures.ts';
import { findingsOf } from './findings.ts';

const MOST_TAGS = 20;

/** What is due in the period (local dates, both included), and how it was put off. */
export async function procrastinationIn(
  app: Pick<App, 'views' | 'opener'>,
  { owner }: Pick<Reader, 'owner'>,
  period: { readonly start: string; readonly end: string },
): Promise<Omit<ProcrastinationReport, 'timezone' | 'generated_at'>> {
  const planned: PlannedTask[] = [];
  for await (const page of countedTasks(app.views, owner, period.start, period.end)) {
    // Between two pages the key may have been dropped from the opener's cache.
    await app.opener.ready(owner);
    planned.push(...page.map((stored) => plannedTask(app, stored)));
  }
  const figures = figuresOf(planned);
  const { planned: _, most_moved, tags, ...rest } = figures;
  return {
    start_date: period.start,
    end_date: period.end,
    ...rest,
    most_moved: await Promise.all(most_moved.map((one) => shown(app, owner, one))),
    tags: tags.slice(0, MOST_TAGS),
    findings: findingsOf(figures),
  };
}

function plannedTask({ opener }: Pick<App, 'opener'>, { id, doc }: Stored<TaskDoc>): PlannedTask {
  const { status, late, outcome, created_at, completed_at, due_at, estimate_minutes, postponed: moves, move_days } = doc;
  // A task that counts has a due date.
  const due_date = doc.due_date ?? '';
  const first_due_date = doc.first_due_date ?? due_date;
  const tags = opener.openNow(doc.owner, doc.tags)?.tags ?? [];
  const facts = { id, status, late, outcome, created_at, completed_at, due_at, estimate_minutes, moves, move_days };
  return { ...facts, due_date, first_due_date, tags, focused_minutes: Math.floor(doc.focused_seconds / 60) };
}

async function shown(
  { views, opener }: Pick<App, 'views' | 'opener'>,
  owner: string,
  { id, moves, first_due_date, due_date, status, late }: PlannedTask,
): Promise<ProcrastinationReport['most_moved'][number]> {
  const title = (await opener.open(owner, (await task(views, id))?.doc.title ?? null))?.title ?? '';
  return { task_id: id, title, moves, first_due_date, due_date, status, late };
}
