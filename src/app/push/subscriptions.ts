import { RuleViolation } from '../../domain/kernel/decider.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { type PushCommand, pushDecider } from '../../domain/push/decide.ts';
import { PushUnsubscribed, pushStream } from '../../domain/push/events.ts';
import type { PushTarget } from '../../ports/push.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { withOwnerLock } from '../owner-lock.ts';
import { latest } from '../task/task-send.ts';
import { requestPush, testTopic } from './requests.ts';

export interface SubscriptionInput {
  readonly name: string;
  readonly target: PushTarget;
}

export interface Subscribed {
  readonly id: string;
  /** False: the owner had a subscription of this endpoint, which has the new name and keys now. */
  readonly isNew: boolean;
  readonly position: Position | null;
}

/**
 * Subscribes a browser to pushes. An endpoint that another account has is taken from it, because whoever uses the browser now must not
 * read what is meant for the other one. Repeating it changes nothing.
 * @throws RuleViolation limit_reached, not_found if the account was deleted
 */
export function subscribe(app: App, caller: Caller, { name, target }: SubscriptionInput, newId: string): Promise<Subscribed> {
  const endpoint_hash = app.hashes.keyed('push endpoint', target.endpoint);
  const work = async (): Promise<Subscribed> => {
    const known = await app.pushTargets.pushTargetAt(endpoint_hash);
    const moved = known !== null && known.owner !== caller.owner ? await unsubscribe(app, known.owner, known.id, 'moved') : null;
    const id = known?.owner === caller.owner ? known.id : newId;
    const subscriptions = await readState(app.store, pushDecider, pushStream(caller.owner));
    const before = subscriptions.find((one) => one.id === id);
    const isNew = known?.owner !== caller.owner || before === undefined;
    const isRenamed = before !== undefined && (await app.opener.open(caller.owner, before.name))?.name !== name;
    // The event comes first, because it is refused if there are too many.
    const subscribed = before === undefined || isRenamed ? await send(app, caller, { type: 'Subscribe', id, name }) : null;
    await app.pushTargets.putPushTarget({ ...target, id, owner: caller.owner, endpoint_hash });
    await forgetIfDeleted(app, caller.owner, id);
    return { id, isNew, position: latest([moved, subscribed]) };
  };
  return withOwnerLock(app, endpoint_hash, work, 'push endpoint');
}

/** The account may have been deleted before its target was stored. Then nothing else would delete the target. */
async function forgetIfDeleted(app: App, owner: string, id: string): Promise<void> {
  if ((await app.keys.key(owner)) !== null) return;
  await app.pushTargets.removePushTarget(id);
  throw new RuleViolation('not_found', 'There is no such account.');
}

/**
 * Removes a subscription. Nothing is pushed to its browser from now on.
 * @throws RuleViolation not_found
 */
export async function removeSubscription(app: App, caller: Caller, id: string): Promise<Position | null> {
  const position = await send(app, caller, { type: 'Unsubscribe', id, how: 'owner' });
  await app.pushTargets.removePushTarget(id);
  return position;
}

/** Ends a subscription without its owner. It can be repeated. */
export async function unsubscribe(app: App, owner: string, id: string, how: 'gone' | 'moved'): Promise<Position | null> {
  const system = { owner, actor: SYSTEM, correlationId: app.newId(), causationId: null };
  const position = await send(app, system, { type: 'Unsubscribe', id, how });
  await app.pushTargets.removePushTarget(id);
  return position;
}

/** Makes sure that an ended subscription has no target any more. It can be repeated at any later time. */
export async function removeEndedTarget({ pushTargets }: Pick<App, 'pushTargets'>, event: Recorded): Promise<void> {
  if (isEvent(event, PushUnsubscribed)) await pushTargets.removePushTarget(event.data.subscription_id);
}

const send = async (app: App, caller: Caller, command: PushCommand): Promise<Position | null> =>
  (await handle(app, pushDecider, pushStream(caller.owner), command, contextOf(caller))).position;

/**
 * Requests a push that shows whether pushes arrive in a browser.
 * @throws RuleViolation not_found
 */
export async function testSubscription(app: App, caller: Caller, id: string, testId: string): Promise<Position | null> {
  const subscriptions = await readState(app.store, pushDecider, pushStream(caller.owner));
  if (!subscriptions.some((one) => one.id === id)) throw new RuleViolation('not_found', 'There is no such subscription.');
  const cause = { id: testId, correlationId: caller.correlationId };
  return requestPush(app, caller.owner, id, testTopic(app.clock.now()), cause);
}
