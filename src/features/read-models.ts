import { accounts, leaving, streams } from '../projections/account/accounts.ts';
import { refusedSignIns } from '../projections/account/refused-sign-ins.ts';
import { signups } from '../projections/account/signups.ts';
import { alerts } from '../projections/alert.ts';
import { codeAttempts, codeTasks } from '../projections/coding.ts';
import { connections } from '../projections/connection.ts';
import { closings, freeDays } from '../projections/day/closings.ts';
import { days } from '../projections/day/days.ts';
import { focusDays } from '../projections/day/focus-days.ts';
import { deliveries } from '../projections/delivery.ts';
import { emailTasks } from '../projections/email.ts';
import type { AnyProjection } from '../projections/engine/projection.ts';
import { evenings } from '../projections/evening.ts';
import { exports } from '../projections/export.ts';
import { files } from '../projections/file.ts';
import { focusSessions } from '../projections/focus.ts';
import { history } from '../projections/history/history.ts';
import { integrations } from '../projections/integration.ts';
import { ledgers } from '../projections/ledger/ledgers.ts';
import { notices } from '../projections/partner/notices.ts';
import { partners } from '../projections/partner/partners.ts';
import { designFeedback, socialPosts, solutions } from '../projections/premium.ts';
import { proofNotices } from '../projections/proof/proof-notices.ts';
import { reviewRequests, verifications } from '../projections/proof/verifications.ts';
import { pushSubscriptions } from '../projections/push.ts';
import { reminders } from '../projections/reminders.ts';
import { routinePlans } from '../projections/routine/routine-plans.ts';
import { routineStreaks, routines } from '../projections/routine/routines.ts';
import { settings } from '../projections/settings.ts';
import { subscriptions } from '../projections/subscription.ts';
import { taskHeads, tasks } from '../projections/task/tasks.ts';
import { withdrawals } from '../projections/task/withdrawals.ts';
import { timeBoxes } from '../projections/time-box.ts';
import { vacations } from '../projections/vacation.ts';

/** Read models that are folded together and share a file. */
export interface ReadModelGroup {
  readonly name: string;
  readonly projections: readonly AnyProjection[];
}

/**
 * The read models of the manifests in two groups, of which each takes about half of the work. A thread that folds loads this list alone and
 * not the manifests, because these load the whole program. A read model that moves to another group leaves its documents in the file of the
 * former one, so give the groups other names then.
 */
export const READ_MODEL_GROUPS: readonly ReadModelGroup[] = [
  { name: 'history', projections: [history, ledgers, streams, alerts, taskHeads, days, closings, reminders] },
  {
    name: 'tasks',
    projections: [
      ...[accounts, leaving, refusedSignIns, signups, tasks, withdrawals, codeTasks, codeAttempts, emailTasks, verifications],
      ...[reviewRequests, proofNotices, files, settings, connections, integrations, subscriptions, solutions, designFeedback],
      ...[socialPosts, routinePlans, routineStreaks, routines, vacations, timeBoxes, focusSessions, focusDays, freeDays],
      ...[evenings, notices, partners, deliveries, pushSubscriptions, exports],
    ],
  },
];
