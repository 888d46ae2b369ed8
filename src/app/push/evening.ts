import { quietUntil } from '../../domain/account/rules.ts';
import { addDays, localDate, startOfDay } from '../../domain/calendar/local.ts';
import { isOpen } from '../../domain/calendar/task-times.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { pushDecider } from '../../domain/push/decide.ts';
import { pushStream } from '../../domain/push/events.ts';
import { type EveningCommand, eveningDecider } from '../../domain/reminders/decide-evening.ts';
import { EveningCame, eveningStream } from '../../domain/reminders/evening-events.ts';
import type { Stored } from '../../ports/documents.ts';
import { account } from '../../projections/account/accounts.ts';
import { type SettingsDoc, settingsOf } from '../../projections/settings.ts';
import { tasksDue } from '../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import { onVacation } from '../../projections/vacation.ts';
import type { App } from '../app.ts';
import { openRecipient, requestDelivery } from '../delivery/requests.ts';
import { settleZone } from '../task/zone-moves.ts';
import { isWanted, ofDay, pushToAll } from './requests.ts';

export interface EveningTask {
  readonly title: string;
  readonly due_at: string;
}

/** What the evening tells of a local date: what is still open, and what was missed, each by due instant. */
export async function eveningTasks(
  { views, opener }: Pick<App, 'views' | 'opener'>,
  owner: string,
  date: string,
): Promise<Readonly<Record<'open' | 'missed', readonly EveningTask[]>>> {
  const [tasks] = await Promise.all([tasksDue(views, owner, date, date), opener.ready(owner)]);
  const told = (some: readonly Stored<TaskDoc>[]) =>
    some.flatMap(({ doc: { due_at, title } }) => (due_at === null ? [] : [{ title: opener.openNow(owner, title)?.title ?? '', due_at }]));
  return {
    open: told(tasks.filter(({ doc }) => isOpen(doc.status) && !doc.archived && !doc.deleted)),
    missed: told(tasks.filter(({ doc }) => doc.outcome === 'missed')),
  };
}

export interface DueEvening {
  readonly owner: string;
  readonly date: string;
  readonly zone: string;
  /** The instant of the evening. */
  readonly next_at: string;
}

/** Records that the evening of a local date has come, and by which way its owner is told. It can be repeated. Null: it has come before. */
export async function advanceEvening(app: App, { owner, date, zone, next_at }: DueEvening): Promise<Position | null> {
  // Another process may just have completed the last task of the day.
  await app.waitForReadModels(await app.store.head());
  await settleZone(app, owner, date, date);
  const now = app.clock.now();
  const [settings, on_vacation, { open }] = await Promise.all([
    settingsOf(app.views, owner),
    onVacation(app.views, owner, date),
    eveningTasks(app, owner, date),
  ]);
  const command: EveningCommand = {
    type: 'Evening',
    ...{ date, zone, scheduled_at: next_at, on_vacation },
    is_past: localDate(now, zone) > date,
    is_enabled: settings.notifications.task_reminders,
    has_open: open.length > 0,
    way: await wayFor(app, owner, settings, { now, zone }),
  };
  const context = { owner, actor: SYSTEM, correlationId: app.newId(), causationId: null };
  return (await handle(app, eveningDecider, eveningStream(owner, date), command, context)).position;
}

/** By push if one can go out now, and otherwise by mail, unless the owner wants none. */
async function wayFor(
  app: App,
  owner: string,
  settings: SettingsDoc,
  { now, zone }: { readonly now: string; readonly zone: string },
): Promise<EveningCommand['way']> {
  const isQuiet = quietUntil(settings.channels, now, zone) !== null;
  if (isWanted(settings, 'evening') && !isQuiet && (await readState(app.store, pushDecider, pushStream(owner))).length > 0) return 'push';
  return settings.channels.evening_mail ? 'mail' : null;
}

/** Tells the owner what is still open, by the way that was decided. It can be repeated. */
export async function tellOfEvening(app: App, event: Recorded): Promise<Position | null> {
  const { owner, correlation_id: correlationId } = event.metadata;
  if (owner === null || !isEvent(event, EveningCame)) return null;
  const { date, zone, outcome } = event.data;
  const cause = { id: event.id, correlationId };
  if (outcome === 'pushed') return pushToAll(app, owner, ofDay('evening', { date, zone }), cause);
  return outcome === 'mailed' ? mailEvening(app, owner, startOfDay(addDays(date, 1), zone), cause) : null;
}

async function mailEvening(
  app: App,
  owner: string,
  expires_at: string,
  { id, correlationId }: { readonly id: string; readonly correlationId: string },
): Promise<Position | null> {
  const found = await account(app.views, owner);
  const recipient = found && (await openRecipient(app, owner, found.doc));
  if (recipient === null) return null;
  const data = { channel: 'mail', kind: 'evening', user_id: owner, expires_at } as const;
  const context = { owner, actor: SYSTEM, correlationId, causationId: id };
  return requestDelivery(app, derivedId('evening_mail', id), { data, private: recipient }, context);
}
