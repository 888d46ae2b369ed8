import type { App } from '../../app/app.ts';
import { type Caller, userCaller } from '../../app/caller.ts';
import { answerInvitation, openPartnerLink, partnerCaller } from '../../app/partner/partner-answers.ts';
import { addPartner } from '../../app/partner/partners.ts';
import { sayNothingDue } from '../../app/reminders.ts';
import { changeRoutine, startRoutine } from '../../app/routine/routines.ts';
import { changeSettings } from '../../app/settings.ts';
import { promiseTask, setStatus } from '../../app/task/tasks.ts';
import { takeVacation } from '../../app/vacation.ts';
import { addDays } from '../../domain/calendar/local.ts';
import { required } from '../../domain/kernel/records.ts';
import { routinesOf } from '../../projections/routine/routines.ts';
import { tasksDue } from '../../projections/task/task-lists.ts';
import type { Opened } from '../ports.ts';
import type { Action } from './actions.ts';
import type { FileOutbox } from './outbox.ts';
import type { Persona } from './population.ts';

/** The program in which the people act. `opened` may change when the clock is moved, as when a program ends and starts again. */
export interface World {
  readonly opened: Program;
  /** Moves the clock to the instant and runs everything that falls due. */
  reach(instant: string): Promise<void>;
}

type Program = Pick<Opened, 'app' | 'accounts' | 'move'>;

/**
 * Signs up everybody, changes their settings, starts their routines and adds their partners, who answer. Resolves with
 * the user ids by number.
 */
export async function signUpEverybody({ opened }: World, personas: readonly Persona[], outbox: FileOutbox): Promise<readonly string[]> {
  const { app } = opened;
  const owners: string[] = [];
  for (const { email, zone } of personas) {
    const person = { email, password: 'a-year-of-kept-promises', fullName: `Robin ${owners.length}`, timezone: zone };
    owners.push((await opened.accounts.signup(person, app.newId())).userId);
  }
  await runDueWork(opened);
  for (const { email, number } of personas) {
    const link = { token: token(outbox.textTo(email), /token=(\w+)/), knownSignups: [required(owners[number], 'account of a person')] };
    await opened.accounts.confirm(link, app.newId());
  }
  await runDueWork(opened);
  for (const persona of personas) await setUp(opened, required(owners[persona.number], 'account of a person'), persona);
  await runDueWork(opened);
  for (const { partner } of personas) {
    if (partner === null) continue;
    await answer(opened, outbox.textTo(partner.email), partner.answer);
    // A partner who declined by mail does not answer again over WhatsApp.
    const other = partner.whatsapp === '' || partner.answer === 'Decline' ? '' : outbox.textTo(partner.whatsapp);
    if (other !== '') await answer(opened, other, partner.answer);
  }
  await runDueWork(opened);
  return owners;
}

async function runDueWork({ app, move }: Program): Promise<void> {
  await app.waitForReadModels(await app.store.head());
  await move((now) => now);
}

async function setUp({ app }: Program, owner: string, { time, routines, partner }: Persona): Promise<void> {
  const caller = () => userCaller(owner, app.newId());
  await changeSettings(app, caller(), 'time', time);
  for (const routine of routines) await startRoutine(app, caller(), routine);
  if (partner === null) return;
  const { name, email, whatsapp } = partner;
  await addPartner(app, caller(), { name, email, whatsapp, detail: 'titles' });
}

async function answer({ app }: Program, text: string, reply: 'Accept' | 'Decline'): Promise<void> {
  const opened = await openPartnerLink(app, token(text, /\/partner\/(\w+)\n/));
  if (opened === null) throw new Error('The invitation leads nowhere.');
  await answerInvitation(app, partnerCaller(app, opened.partner), opened, reply);
}

function token(text: string, where: RegExp): string {
  const found = where.exec(text)?.[1];
  if (found === undefined) throw new Error(`There is no link in the message: ${text.slice(0, 200)}`);
  return found;
}

/**
 * Performs the actions in order, each at its instant, and those of one instant at the same time. `onInstant` is called
 * with each instant first.
 */
export async function runActions(
  world: World,
  owners: readonly string[],
  actions: readonly Action[],
  onInstant: (at: string) => void = () => undefined,
): Promise<void> {
  for (const [at, together] of Map.groupBy(actions, (action) => action.at)) {
    onInstant(at);
    await world.reach(at);
    const { opened } = world;
    await Promise.all(together.map((action) => perform(opened, required(owners[action.who], 'account of a person'), action)));
    await opened.app.waitForReadModels(await opened.app.store.head());
  }
}

async function perform({ app, accounts }: Program, owner: string, action: Action): Promise<unknown> {
  const caller = userCaller(owner, app.newId());
  switch (action.does) {
    case 'fill':
      return promiseTask(app, caller, { title: `What ${action.date} is for`, due_date: action.date });
    case 'nothing_due':
      return sayNothingDue(app, caller, action.date);
    case 'keep':
      return completeDay({ app }, owner, action.date);
    case 'vacation':
      return takeVacation(app, caller, action);
    case 'move':
      return accounts.send(owner, { type: 'ChangeProfile', timezone: action.zone, if_match: null }, app.newId());
    case 'remind_at':
      return changeSettings(app, caller, 'time', { todo_reminder_time: action.time });
    case 'pause':
    case 'resume':
      return changeRoutine(app, caller, await routineBy(app, owner, action.rrule), { paused: action.does === 'pause' });
    case 'edit_later':
      return editLater(app, caller, action);
    case 'notify':
      return changeSettings(app, caller, 'notifications', action.set);
  }
}

async function routineBy({ views }: App, owner: string, rrule: string): Promise<string> {
  const found = (await routinesOf(views, owner)).find(({ doc }) => doc.rrule === rrule);
  if (found === undefined) throw new Error(`There is no routine with ${rrule}.`);
  return found.id;
}

/** Changes a routine as the web client does: the old routine ends on the day before, and a new one starts. */
async function editLater(app: App, caller: Caller, { rrule, next, from }: Extract<Action, { does: 'edit_later' }>): Promise<void> {
  const id = await routineBy(app, caller.owner, rrule);
  await changeRoutine(app, caller, id, { rrule: `${rrule};UNTIL=${addDays(from, -1).replaceAll('-', '')}` });
  await startRoutine(app, caller, { title: 'By another rule', rrule: next, start_date: from });
}

/** Completes all open tasks of a date, in time or late. */
async function completeDay({ app }: Pick<Opened, 'app'>, owner: string, date: string): Promise<void> {
  for (const { id, doc } of await tasksDue(app.views, owner, date, date))
    if (!doc.deleted && (doc.status === 'pending' || doc.status === 'missed'))
      await setStatus(app, userCaller(owner, app.newId()), id, { status: 'completed' });
}

/** The owner's time zone at an instant, after the moves before it. */
export function zoneAt(persona: Persona, actions: readonly Action[], instant: string): string {
  const moves = actions.filter((action) => action.who === persona.number && action.does === 'move' && action.at < instant);
  const last = moves.at(-1);
  return last?.does === 'move' ? last.zone : persona.zone;
}
