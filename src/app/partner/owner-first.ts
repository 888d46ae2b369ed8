import { quietUntil } from '../../domain/account/rules.ts';
import { MINUTE, plus } from '../../domain/calendar/dates.ts';
import type { ToPartner } from '../../domain/delivery/events.ts';
import { account } from '../../projections/account/accounts.ts';
import { pushSubscriptionsOf } from '../../projections/push.ts';
import { settingsOf } from '../../projections/settings.ts';
import { task } from '../../projections/task/task-lists.ts';
import type { App } from '../app.ts';
import { isWanted } from '../push/requests.ts';

/**
 * The instant until which a message to the partner about these tasks waits, so that the owner hears of each miss first. A miss
 * is pushed to the owner at once, or, if it falls into the quiet hours, when they end. Null: the owner has heard of them
 * already, or has no pushes. What was skipped the owner knows.
 */
export async function ownerHearsFirst(app: App, owner: string, tasks: ToPartner['tasks'], now: string): Promise<string | null> {
  const missed = tasks.filter(({ status }) => status !== 'skipped');
  const [found, settings] = await Promise.all([account(app.views, owner), settingsOf(app.views, owner)]);
  if (missed.length === 0 || !found || !isWanted(settings, 'missed')) return null;
  const { timezone } = found.doc;
  const until = quietUntil(settings.channels, now, timezone);
  if (until === null || (await pushSubscriptionsOf(app.views, owner)).length === 0) return null;
  const docs = await Promise.all(missed.map(({ task_id }) => task(app.views, task_id)));
  const isUnheard = docs.some((one) => one?.doc.due_at && quietUntil(settings.channels, one.doc.due_at, timezone) === until);
  // A minute for the pushes that begin then.
  return isUnheard ? plus(until, MINUTE) : null;
}
