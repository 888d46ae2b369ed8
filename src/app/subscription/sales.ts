import type { Position } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { type SalesMessage, salesDecider } from '../../domain/subscription/decide.ts';
import { salesStream } from '../../domain/subscription/sales-events.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';
import { requestDelivery } from '../delivery/request-delivery.ts';
import { countWithin } from '../email/daily-limits.ts';
import { latest } from '../task/task-send.ts';

const DAILY = { key: 'sales', most: 10, sentence: 'You can write to us at most 10 times in 24 hours.' } as const;
/** How long the program tries to send the mail. */
const LIFETIME = 7 * DAY_MS;

/**
 * Sends a message to the operator by mail, once for each id.
 * @throws RuleViolation rate_limited
 */
export async function contactSales(app: App, caller: Caller, message: SalesMessage, id: string): Promise<Position | null> {
  const { owner } = caller;
  await countWithin(app, owner, DAILY);
  const { position } = await handle(app, salesDecider, salesStream(id), message, contextOf(caller));
  const data = { channel: 'mail', kind: 'contact_sales', user_id: owner, expires_at: later(app.clock.now(), LIFETIME) } as const;
  const request = { data, private: { to: app.operatorEmail, name: '' } };
  return latest([position, await requestDelivery(app, id, request, contextOf(caller))]);
}
