import { createHash } from 'node:crypto';
import type { Waiting } from '../../app/delivery/attempts.ts';
import { isWanted, type PushKind } from '../../app/push/requests.ts';
import { unsubscribe } from '../../app/push/subscriptions.ts';
import { vapidKeys } from '../../app/push/vapid.ts';
import { quietUntil } from '../../domain/account/rules.ts';
import { toEpoch } from '../../domain/calendar/dates.ts';
import type { Pushed } from '../../domain/delivery/events.ts';
import { type PushMessage, type StoredPushTarget, SubscriptionGone } from '../../ports/push.ts';
import { account } from '../../projections/account/accounts.ts';
import { settingsOf } from '../../projections/settings.ts';
import type { MessageKind, MessagePorts } from '../sending/message-kind.ts';
import { composePush } from './compose.ts';
import { encodedPayload } from './payload.ts';

const NOTHING = { instead: { type: 'Cancel', reason: 'nothing' } } as const;

/** A push of one kind. It waits during quiet hours, and is not sent if what it tells has passed or is not true any more. */
const pushMessage = (kind: PushKind): MessageKind => ({
  kind: `push_${kind}`,
  async prepare(ports, id, state, now) {
    const { push, user_id: owner } = state;
    if (push === null) throw new RangeError(`The delivery ${id} of the kind 'push_${kind}' names no subscription.`);
    const { app } = ports;
    const [target, found, settings] = await Promise.all([
      app.pushTargets.pushTarget(push.subscription),
      account(app.views, owner),
      settingsOf(app.views, owner),
    ]);
    if (target?.owner !== owner || !found) return { instead: { type: 'Cancel', reason: 'removed' } };
    if (!isWanted(settings, kind)) return NOTHING;
    const zone = found.doc.timezone;
    const notBefore = quietUntil(settings.channels, now, zone);
    if (notBefore !== null && state.expires_at !== null && state.expires_at <= notBefore) return NOTHING;
    const text = await composePush({ app, owner, zone, now }, kind, push);
    if (text === null) return NOTHING;
    const sent = { payload: encodedPayload({ kind, ...text }), topic: topicOf(text.tag) };
    return { instead: null, send: () => send(ports, id, { ...state, push }, target, now, sent), ...(notBefore !== null && { notBefore }) };
  },
});

const TOPIC_CHARACTERS = 32;
/** Push services see the topic, so it is a hash of the tag. */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, TOPIC_CHARACTERS);

type PushWaiting = Waiting & { readonly push: Pushed };

async function send(
  { app }: MessagePorts,
  id: string,
  { push, user_id: owner, expires_at }: PushWaiting,
  target: StoredPushTarget,
  now: string,
  sent: Pick<PushMessage, 'payload' | 'topic'>,
): Promise<{ readonly message_id: string }> {
  const ttl = expires_at === null ? 0 : Math.max(0, Math.floor((toEpoch(expires_at) - toEpoch(now)) / 1_000));
  try {
    const { endpoint, p256dh, auth } = target;
    await app.push.send({ ...sent, target: { endpoint, p256dh, auth }, vapid: await vapidKeys(app), ttl });
    return { message_id: id };
  } catch (error) {
    if (error instanceof SubscriptionGone) await unsubscribe(app, owner, push.subscription, 'gone');
    throw error;
  }
}

/** All kinds of pushes. */
export const PUSH_MESSAGES: readonly MessageKind[] = (
  ['reminder', 'approaching', 'missed', 'evening', 'verdict', 'test'] as const satisfies readonly PushKind[]
).map(pushMessage);
