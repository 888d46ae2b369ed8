import { type AlertWanted, deliveryDecider } from '../../domain/delivery/decide.ts';
import { TOLD_WHEN_UNDELIVERED } from '../../domain/delivery/events.ts';
import type { Requested } from '../../domain/delivery/state.ts';
import type { UndeliveredMessage } from '../../domain/kernel/alert.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { account } from '../../projections/account/accounts.ts';
import { type AlertDoc, activeAlerts } from '../../projections/alert/alerts.ts';
import type { Stored } from '../../projections/engine/documents.ts';
import type { App } from '../app.ts';
import { latest } from '../task/task-send.ts';

/** To whom a message goes, by which channel. `partner_id` null: to the owner. */
type Way = Pick<UndeliveredMessage, 'partner_id'> & { readonly channel?: UndeliveredMessage['channel'] };

/** Active alerts that say of this way that nothing arrives by it. */
async function alertsAbout(app: App, owner: string, { partner_id, channel }: Way): Promise<readonly Stored<AlertDoc>[]> {
  const active = await activeAlerts(app.views, owner);
  return active.filter(
    ({ doc: { delivery } }) => delivery?.partner_id === partner_id && (channel === undefined || delivery.channel === channel),
  );
}

type Message = Pick<Requested, 'kind' | 'channel' | 'user_id' | 'partner'>;
const wayOf = ({ channel, partner }: Message): Way => ({ channel, partner_id: partner?.id ?? null });

/** The alert with which to note that a message failed for good. Null: nobody is to be told, or they were told and it still stands. */
export async function alertFor(app: App, id: string, message: Message): Promise<AlertWanted | null> {
  if (!TOLD_WHEN_UNDELIVERED.has(message.kind)) return null;
  const owner = await account(app.views, message.user_id);
  if (!owner || (await alertsAbout(app, message.user_id, wayOf(message))).length > 0) return null;
  return { id, zone: owner.doc.timezone };
}

/** A message arrived: what an alert said of its way is no longer so. Null: no alert said anything. */
export const arrived = (app: App, message: Message, correlationId: string): Promise<Position | null> =>
  resolve(app, message.user_id, wayOf(message), 'delivered', correlationId);

/** A partner was removed: nobody waits for messages to them any more. */
export const noLongerReached = (app: App, owner: string, partnerId: string, correlationId: string): Promise<Position | null> =>
  resolve(app, owner, { partner_id: partnerId }, 'removed', correlationId);

async function resolve(
  app: App,
  owner: string,
  way: Way,
  reason: 'delivered' | 'removed',
  correlationId: string,
): Promise<Position | null> {
  const context = { owner, actor: SYSTEM, correlationId, causationId: null };
  const command = { type: 'ResolveAlert', reason, now: app.clock.now() } as const;
  const found = await alertsAbout(app, owner, way);
  const done = await Promise.all(found.map(({ doc }) => handle(app, deliveryDecider, doc.stream, command, context)));
  return latest(done.map(({ position }) => position));
}
