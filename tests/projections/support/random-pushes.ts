import { localDate } from '../../../src/domain/calendar/local.ts';
import { deliveryStream } from '../../../src/domain/delivery/events.ts';
import { pushStream } from '../../../src/domain/push/events.ts';
import { eveningStream } from '../../../src/domain/reminders/evening-events.ts';
import type { World } from './world.ts';

/** Browsers that an owner allows, renames and removes, what is pushed to them, and evenings that come. Each owner has one browser from the start. */
export function pushActs(world: World, owner: string, pick: (below: number) => number): readonly (() => unknown)[] {
  const any = (): string => `b${pick(3)}-${owner}`;
  const subscribe = (subscription_id: string): void => {
    const name = `Browser ${world.events.length}`;
    world.write(pushStream(owner), owner, { type: 'PushSubscribed', data: { subscription_id }, private: { name } });
  };
  const unsubscribe = (): void => {
    world.write(pushStream(owner), owner, { type: 'PushUnsubscribed', data: { subscription_id: any(), name: null, how: 'owner' } });
  };
  const send = (arrives: boolean): void => {
    const stream = deliveryStream(`push-${owner}-${world.events.length}`);
    const subscription = any();
    const push = { subscription, task_id: null, of: null, date: null };
    const data = { channel: 'push', kind: 'push_reminder', user_id: owner, expires_at: null, push } as const;
    world.write(stream, owner, { type: 'DeliveryRequested', data, private: { to: '', name: '' } });
    const outcome = { kind: data.kind, channel: data.channel, subscription, attempt: 1 };
    if (arrives) world.write(stream, owner, { type: 'DeliverySent', data: { ...outcome, message_id: 'm' } });
    else world.write(stream, owner, { type: 'DeliveryFailed', data: { ...outcome, reason: 'busy', next_attempt_at: null } });
  };
  const evening = (): void => {
    const date = localDate(world.now, world.zone);
    const data = { date, zone: world.zone, scheduled_at: world.now, outcome: 'mailed' } as const;
    world.write(eveningStream(owner, date), owner, { type: 'EveningCame', data });
  };
  subscribe(any());
  return [
    () => subscribe(any()),
    () => send(true),
    () => send(false),
    evening,
    () => world.choose(owner, { group: 'channels', set: { evening_time: `${18 + pick(4)}:00` } }),
    unsubscribe,
  ];
}
