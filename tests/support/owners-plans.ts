import { planOf } from '../../src/contracts/plan.ts';
import type { OwnersPlan } from '../../src/ports/plans.ts';

/** Plans of owners, as the port gives them. */
export const FREE: OwnersPlan = { plan: 'free', premium: false, phase: null, limits: planOf('free').limits };
export const PRO: OwnersPlan = { plan: 'pro', premium: true, phase: 'paid', limits: planOf('pro').limits };
