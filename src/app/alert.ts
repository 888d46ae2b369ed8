import { inPortions } from '../concurrency/in-portions.ts';
import { AlertAcknowledged } from '../domain/kernel/alert.ts';
import { isEvent } from '../domain/kernel/define-event.ts';
import type { Position } from '../domain/kernel/event.ts';
import { notFound } from '../domain/task/rules.ts';
import type { Stored } from '../ports/documents.ts';
import { type AlertDoc, alertsByIds, unacknowledgedAlerts } from '../projections/alert.ts';
import type { App } from './app.ts';
import type { Caller } from './caller.ts';
import { latest } from './task/task-send.ts';
import { acknowledgeAlert } from './task/tasks.ts';

/** How many alerts change at once. There can be thousands, and other requests must not wait for all of them. */
const AT_ONCE = 20;

/** `acknowledged`: how many were not acknowledged before. */
interface Acknowledged {
  readonly acknowledged: number;
  readonly position: Position | null;
}

/**
 * Acknowledges the named alerts, or none of them if one is not the owner's.
 * @throws RuleViolation not_found
 */
export async function acknowledgeAlerts(app: App, caller: Caller, ids: readonly string[]): Promise<Acknowledged> {
  const named = [...new Set(ids)];
  const found = await alertsByIds(app.views, named);
  if (!named.every((id) => found.get(id)?.doc.owner === caller.owner)) throw notFound();
  return acknowledged(app, caller, [...found.values()]);
}

/** Acknowledges all alerts of the owner, resolved ones too. */
export async function acknowledgeAllAlerts(app: App, caller: Caller): Promise<Acknowledged> {
  let all: Acknowledged = { acknowledged: 0, position: null };
  for await (const some of unacknowledgedAlerts(app.views, caller.owner)) {
    const done = await acknowledged(app, caller, some);
    all = { acknowledged: all.acknowledged + done.acknowledged, position: latest([all.position, done.position]) };
  }
  return all;
}

async function acknowledged(app: App, caller: Caller, alerts: readonly Stored<AlertDoc>[]): Promise<Acknowledged> {
  const done = await inPortions(alerts, AT_ONCE, ({ id }) => acknowledgeAlert(app, caller, id));
  // The same append can contain what elapsed time has changed, so the events are counted, and not the appends.
  const events = done.flatMap((one) => one.events.filter((event) => isEvent(event, AlertAcknowledged)));
  return { acknowledged: events.length, position: latest(done.map(({ position }) => position)) };
}
