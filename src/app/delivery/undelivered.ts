import { type AlertRequest, deliveryDecider } from '../../domain/delivery/decide.ts';
import { isNotifiedWhenUndelivered } from '../../domain/delivery/events.ts';
import type { Requested } from '../../domain/delivery/state.ts';
import type { UndeliveredMessage } from '../../domain/kernel/alert.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import type { Stored } from '../../ports/documents.ts';
import { account } from '../../projections/account/accounts.ts';
import { type AlertDoc, activeAlerts } from '../../projections/alert.ts';
import type { App } from '../app.ts';
import { withOwnerLock } from '../owner-lock.ts';
import { latest } from '../task/task-send.ts';

/** The recipient and the channel of a message. `partner_id` null: the owner. */
type Way = Pick<UndeliveredMessage, 'partner_id'> & { readonly channel?: UndeliveredMessage['channel'] };

async function alertsAbout(app: App, owner: string, { partner_id, channel }: Way): Promise<readonly Stored<AlertDoc>[]> {
  const active = await activeAlerts(app.views, owner);
  return active.filter(
    ({ doc: { delivery } }) => delivery?.partner_id === partner_id && (channel === undefined || delivery.channel === channel),
  );
}

type Message = Pick<Requested, 'kind' | 'channel' | 'user_id' | 'partner'>;
/** Null: a push, about which there are no alerts. */
const wayOf = ({ channel, partner }: Message): Way | null => (channel === 'push' ? null : { channel, partner_id: partner?.id ?? null });

/**
 * Records the failure of a message. `note` receives the alert to raise if the failure is final; null: nobody is to be told, or an earlier
 * alert is still active. The failures of one owner's messages are recorded one after the other, and each waits until the read model shows
 * the alert of the one before. So several failures at once raise only one alert.
 */
export async function noteFailure<Noted extends { readonly position: Position | null }>(
  app: App,
  id: string,
  message: Message,
  note: (alert: AlertRequest | null) => Promise<Noted>,
): Promise<Noted> {
  if (!isNotifiedWhenUndelivered(message.kind)) return note(null);
  const work = async (): Promise<Noted> => {
    const alert = await alertFor(app, id, message);
    const noted = await note(alert);
    if (alert !== null && noted.position !== null) await app.waitForReadModels(noted.position);
    return noted;
  };
  return withOwnerLock(app, message.user_id, work, 'undelivered');
}

async function alertFor(app: App, id: string, message: Message): Promise<AlertRequest | null> {
  const [owner, way] = [await account(app.views, message.user_id), wayOf(message)];
  if (!owner || way === null || (await alertsAbout(app, message.user_id, way)).length > 0) return null;
  return { id, zone: owner.doc.timezone };
}

/** Resolves the alerts about a channel after a message arrived on it. Null: there was no alert. */
export async function arrived(app: App, message: Message, correlationId: string): Promise<Position | null> {
  // A farewell can go to an address that the owner has replaced, so it proves nothing about the present address.
  const way = message.kind === 'partner_farewell' ? null : wayOf(message);
  return way && resolve(app, message.user_id, way, 'delivered', correlationId);
}

/** Why no more messages go to a partner: the owner removed them, or they unsubscribed. */
type NoLonger = 'removed' | 'unsubscribed';

export const noLongerReached = (
  app: App,
  owner: string,
  partnerId: string,
  reason: NoLonger,
  correlationId: string,
): Promise<Position | null> => resolve(app, owner, { partner_id: partnerId }, reason, correlationId);

async function resolve(app: App, owner: string, way: Way, reason: 'delivered' | NoLonger, correlationId: string): Promise<Position | null> {
  const context = { owner, actor: SYSTEM, correlationId, causationId: null };
  const command = { type: 'ResolveAlert', reason, now: app.clock.now() } as const;
  const found = await alertsAbout(app, owner, way);
  const done = await Promise.all(found.map(({ doc }) => handle(app, deliveryDecider, doc.stream, command, context)));
  return latest(done.map(({ position }) => position));
}
