import { type Caller, userCaller } from '../../src/app/caller.ts';
import { loadPartner, sendToPartner } from '../../src/app/partner/partner-record.ts';
import { addPartner } from '../../src/app/partner/partners.ts';
import { occurrenceId } from '../../src/app/routine/routine-steps.ts';
import { type RoutineInput, startRoutine } from '../../src/app/routine/routines.ts';
import { changeSettings } from '../../src/app/settings.ts';
import { loadTask } from '../../src/app/task/task-send.ts';
import type { SettingsGroup, SettingsGroups } from '../../src/domain/account/settings-events.ts';
import { addDays } from '../../src/domain/calendar/local.ts';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { type ReminderKind, reminderStream } from '../../src/domain/reminders/events.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { occurrencesOf } from '../../src/projections/routine/routines.ts';
import type { Assembled } from '../../src/wiring/assemble.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import type { Period, Resident } from './periods.ts';

/** The events of one (owner, kind, date): the name, instant and outcome of each. */
export async function storyOf({ app }: Assembled, kind: ReminderKind, owner: string, date: string): Promise<readonly string[]> {
  return linesOf(await app.store.readStream(reminderStream(kind, owner, date)));
}

const linesOf = (events: readonly Recorded[]): readonly string[] =>
  events.map(({ type, data, metadata }) => [type, metadata.at, (data as { outcome?: string }).outcome].filter(Boolean).join(' '));

/** The same in a period that people play: see `storyOf`. */
export const storyIn = async (
  period: Pick<Period, 'stream'>,
  { id }: Pick<Resident, 'id'>,
  date: string,
  kind: ReminderKind = 'reminder',
): Promise<readonly string[]> => linesOf(await period.stream(reminderStream(kind, id, date)));

/** Changes a group of settings, and waits until the read models show it. */
export async function choose<G extends SettingsGroup>(
  { app }: Assembled,
  owner: string,
  group: G,
  set: Partial<SettingsGroups[G]>,
): Promise<void> {
  const { position } = await changeSettings(app, userCaller(owner, app.newId()), group, set);
  if (position !== null) await app.waitForReadModels(position);
}

/** A person who has accepted by mail to be the owner's partner. */
export async function partnerFor({ app }: Assembled, owner: string, email = 'soren@example.org'): Promise<string> {
  const caller = userCaller(owner, app.newId());
  const { id } = await addPartner(app, caller, { name: 'Søren', email, whatsapp: '', detail: 'titles' });
  const state = await loadPartner(app, id);
  if (state.status === 'none' || state.address_key === null) throw new Error('There is no partner.');
  const { position } = await sendToPartner(app, caller, id, { type: 'Accept', channel: 'mail', key: state.address_key });
  await app.waitForReadModels(position as string);
  return id;
}

/** Dates of a routine's occurrences that are there, with a mark for what is not open. */
export async function seenOccurrences(app: TestApp, id: string): Promise<readonly string[]> {
  const found = await occurrencesOf(app.views, id, '0001-01-01');
  return found
    .filter(({ doc }) => !doc.deleted)
    .map(({ doc }) => (doc.status === 'pending' ? `${doc.occurrence_date}` : `${doc.occurrence_date} ${doc.status}`));
}

/** So many local dates, from this one on. */
export const daysFrom = (from: string, count: number): string[] => Array.from({ length: count }, (_, index) => addDays(from, index));

/** What tests do with the routines of one person. `me` is asked at each call, since every test has a person of its own. */
export const routinesOf = (app: TestApp, me: () => Caller) => ({
  /** Starts a daily routine, and gives its id. */
  start: async (input: Partial<RoutineInput> = {}) =>
    (await app.done(startRoutine(app, me(), { title: 'Stand up', rrule: 'FREQ=DAILY', ...input }))).id,
  seen: (id: string) => seenOccurrences(app, id),
  /** The state of the occurrence of that date. */
  on: (id: string, date: string) => loadTask(app, occurrenceId(id, date)),
  /** The events of the occurrence of that date: each one's type and who acted. */
  events: async (id: string, date: string) =>
    (await app.store.readStream(taskStream(occurrenceId(id, date)))).map(({ type, metadata }) => `${type} ${metadata.actor.kind}`),
});

export const DAILY = { title: 'Stand up', rrule: 'FREQ=DAILY' };

interface Occurrence {
  readonly proof_requirement: string | null;
  readonly recurring_task_id: string;
  readonly due_date: string;
  readonly title: string;
  readonly id: string;
  readonly status: string;
  readonly skip_reason: string;
}

/** The occurrences of a recurring task among the tasks that the client lists. */
export async function occurrencesIn(client: Client, id: string): Promise<readonly Occurrence[]> {
  const tasks = (await client.get('/api/tasks')).body as readonly Occurrence[];
  return tasks.filter((one) => one.recurring_task_id === id);
}
