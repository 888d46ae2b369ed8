import { isOpen } from '../../domain/calendar/task-times.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { isThere } from '../../domain/partner/decide.ts';
import type { OpenChild } from '../../domain/task/commands.ts';
import { invalid } from '../../domain/task/rules.ts';
import { exists } from '../../domain/task/state.ts';
import { childrenOf } from '../../projections/task/task-lists.ts';
import type { App } from '../app.ts';
import { recordsOf } from '../partner/partner-record.ts';
import { loadTask } from './task-send.ts';

export type Faults = Readonly<Record<string, readonly string[]>>;

export interface ParentCheck {
  readonly faults: Faults;
  readonly completed: boolean;
}

const fine: ParentCheck = { faults: {}, completed: false };
const fault = (sentence: string): ParentCheck => ({ faults: { parent_id: [sentence] }, completed: false });

/** Checks whether a task may have this parent. A new task has no id yet. */
export async function checkParent(app: App, owner: string, parentId: string | null | undefined, id?: string): Promise<ParentCheck> {
  if (parentId === null || parentId === undefined) return fine;
  if (parentId === id) return fault('A task cannot be its own parent.');
  const parent = await loadTask(app, parentId);
  if (!exists(parent) || parent.owner !== owner) return fault('There is no such task.');
  if (parent.fields.parent_id !== null) return fault('That task is itself a sub-task. Choose one that is not.');
  if (id !== undefined && (await childrenOf(app.views, id)).length > 0) return fault('This task has sub-tasks, so it cannot become one.');
  return { faults: {}, completed: parent.fields.status === 'completed' };
}

/** Runs a decision and reports its faults together with those of the parent. */
export function decideWith(check: ParentCheck, decide: () => unknown): void {
  const faults = { ...check.faults, ...decidersFaults(decide, Object.keys(check.faults).length > 0) };
  if (Object.keys(faults).length > 0) throw invalid(faults);
  if (check.completed) throw new RuleViolation('conflict', 'The parent is completed. Reopen it before you add to it.');
}

function decidersFaults(decide: () => unknown, others: boolean): Faults {
  try {
    decide();
    return {};
  } catch (error) {
    if (!(error instanceof RuleViolation) || error.code === 'not_found') throw error;
    // A fault in a field is reported before any other refusal.
    if (error.fields === undefined && !others) throw error;
    return error.fields ?? {};
  }
}

/** The open children that a completion at `now` completes too. */
export async function openChildren(app: App, id: string, now: string): Promise<readonly OpenChild[]> {
  const children = await childrenOf(app.views, id);
  return children
    .filter(({ doc }) => isOpen(doc.status) && !doc.archived && (doc.due_at === null || doc.due_at >= now))
    .map(({ doc }) => ({ id: doc.id, needs_proof: doc.verification_type !== 'none' }));
}

export const childIds = async (app: App, id: string): Promise<readonly string[]> =>
  (await childrenOf(app.views, id)).map(({ doc }) => doc.id);

const NEEDS_PRO = 'To choose which partner judges a task is part of the plan Pro.';
const UNKNOWN = 'There is no such partner of yours.';

/**
 * Checks the partner that a task will name. A task may keep the partner that it names already, even if the plan has changed.
 * @throws RuleViolation premium_required without Pro, validation_failed if the person is not a partner of the owner
 */
export async function checkNamedPartner(
  app: Pick<App, 'store' | 'plans'>,
  owner: string,
  named: string | null | undefined,
  present: string | null,
): Promise<void> {
  if (named === undefined || named === null || named === present) return;
  const { limits } = await app.plans.of(owner);
  if (limits.partner !== 'advanced') throw new RuleViolation('premium_required', NEEDS_PRO);
  const { records } = await recordsOf(app, owner);
  if (!records.some(({ id, state }) => id === named && isThere(state))) throw invalid({ partner_id: [UNKNOWN] });
}
