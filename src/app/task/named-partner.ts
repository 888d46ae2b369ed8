import { RuleViolation } from '../../domain/kernel/decider.ts';
import { isThere } from '../../domain/partner/decide.ts';
import { invalid } from '../../domain/task/rules.ts';
import type { App } from '../app.ts';
import { recordsOf } from '../partner/partner-record.ts';

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
