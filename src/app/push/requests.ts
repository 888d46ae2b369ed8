import { DAY, plus } from '../../domain/calendar/dates.ts';
import { addDays, startOfDay } from '../../domain/calendar/local.ts';
import type { Pushed } from '../../domain/delivery/events.ts';
import { AlertRaised } from '../../domain/kernel/alert.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, type RecordedOf, SYSTEM } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { AppealAnswered, AppealUnanswered, ProofReviewed } from '../../domain/proof/events.ts';
import { pushDecider } from '../../domain/push/decide.ts';
import { pushStream } from '../../domain/push/events.ts';
import { ReminderCame } from '../../domain/reminders/events.ts';
import { taskStream } from '../../domain/task/events.ts';
import { newsOf } from '../../projections/proof/proof-notices.ts';
import { type SettingsDoc, settingsOf } from '../../projections/settings.ts';
import type { App } from '../app.ts';
import { requestDelivery } from '../delivery/requests.ts';
import { latest } from '../task/task-send.ts';

export type PushKind = 'reminder' | 'approaching' | 'missed' | 'evening' | 'verdict' | 'test';

/** What a push tells. */
export interface PushTopic extends Omit<Pushed, 'subscription'> {
  readonly kind: PushKind;
  /** After this instant it has passed. */
  readonly expires_at: string;
}

const ABOUT_NOTHING = { task_id: null, of: null, date: null } as const;

/** Whether the settings allow pushes of this kind. */
export function isWanted({ channels, notifications }: Pick<SettingsDoc, 'channels' | 'notifications'>, kind: PushKind): boolean {
  if (kind === 'test') return true;
  return channels.push && (kind === 'verdict' ? notifications.verification_updates : notifications.task_reminders);
}

/** What an event gives to be pushed; null: nothing. */
function topicOf(event: Recorded): PushTopic | null {
  if (isEvent(event, AlertRaised)) return ofAlert(event);
  if (isEvent(event, ReminderCame)) return event.data.outcome === 'sent' ? ofDay('reminder', event.data) : null;
  const news = newsOf(event);
  if (news === null) return null;
  return { ...ABOUT_NOTHING, kind: 'verdict', task_id: taskStream.idOf(event.stream), of: news.of, expires_at: dayAfter(event) };
}

function ofAlert(event: RecordedOf<AlertRaised>): PushTopic | null {
  const { alert_type, alert_id: of, task_id, about } = event.data;
  if (alert_type === 'deadline_approaching') return { kind: 'approaching', task_id, of, date: null, expires_at: about };
  return alert_type === 'task_missed' ? { kind: 'missed', task_id, of, date: null, expires_at: dayAfter(event) } : null;
}

const dayAfter = ({ metadata }: Recorded): string => plus(metadata.at, DAY);

/** It has passed when the local day ends. */
export const ofDay = (kind: 'reminder' | 'evening', { date, zone }: { readonly date: string; readonly zone: string }): PushTopic => ({
  ...ABOUT_NOTHING,
  kind,
  date,
  expires_at: startOfDay(addDays(date, 1), zone),
});

/** Events that give something to be pushed. */
export const PUSHED_EVENTS = [AlertRaised.type, ReminderCame.type, ProofReviewed.type, AppealAnswered.type, AppealUnanswered.type] as const;

/** Requests the pushes about an event: one to each subscription of its owner. It can be repeated. Null: nothing is pushed. */
export async function requestPushes(app: App, event: Recorded): Promise<Position | null> {
  const { owner, correlation_id } = event.metadata;
  const topic = owner === null ? null : topicOf(event);
  return owner === null || topic === null ? null : pushToAll(app, owner, topic, { id: event.id, correlationId: correlation_id });
}

/** What caused a push. Its id distinguishes it from every other cause. */
export interface PushCause {
  readonly id: string;
  readonly correlationId: string;
}

/** Nothing is requested if it has passed already, for example while the program was down. */
export async function pushToAll(app: App, owner: string, topic: PushTopic, cause: PushCause): Promise<Position | null> {
  if (topic.expires_at <= app.clock.now()) return null;
  const subscriptions = await readState(app.store, pushDecider, pushStream(owner));
  if (subscriptions.length === 0 || !isWanted(await settingsOf(app.views, owner), topic.kind)) return null;
  const requested = await Promise.all(subscriptions.map(({ id }) => requestPush(app, owner, id, topic, cause)));
  return latest(requested);
}

/** Requests a push to one subscription, once for each cause. */
export function requestPush(app: App, owner: string, subscription: string, topic: PushTopic, cause: PushCause): Promise<Position | null> {
  const { kind, expires_at, ...tells } = topic;
  const request = {
    data: { channel: 'push', kind: `push_${kind}`, user_id: owner, expires_at, push: { subscription, ...tells } },
    // The endpoint is in the vault only.
    private: { to: '', name: '' },
  } as const;
  const context = { owner, actor: SYSTEM, correlationId: cause.correlationId, causationId: cause.id };
  return requestDelivery(app, derivedId('push', cause.id, subscription), request, context);
}

/** A push that shows whether pushes arrive. */
export const testTopic = (now: string): PushTopic => ({ ...ABOUT_NOTHING, kind: 'test', expires_at: plus(now, DAY) });
