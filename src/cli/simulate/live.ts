import type { App } from '../../app/app.ts';
import { type Caller, userCaller } from '../../app/caller.ts';
import { answerInvitation, openPartnerLink, partnerCaller } from '../../app/partner/partner-answers.ts';
import { addPartner } from '../../app/partner/partners.ts';
import { sayNothingDue } from '../../app/reminders/reminders.ts';
import { changeRoutine, startRoutine } from '../../app/routine/routines.ts';
import { changeSettings } from '../../app/settings/settings.ts';
import { promiseTask, setStatus } from '../../app/task/tasks.ts';
import { takeVacation } from '../../app/vacation/vacations.ts';
import { addDays } from '../../domain/calendar/local.ts';
import { routinesOf } from '../../projections/routine/routines.ts';
import { tasksDue } from '../../projections/task/task-lists.ts';
import type { Opened } from '../ports.ts';
import type { Deed } from './deeds.ts';
import type { FileOutbox } from './outbox.ts';
import type { Persona } from './population.ts';

/** Where they live. `opened` may be another one after the clock was moved: a program that ends and begins again. */
export interface World {
  readonly opened: Program;
  /** Moves the clock to the instant, through all that falls due. */
  reach(instant: string): Promise<void>;
}

type Program = Pick<Opened, 'app' | 'accounts' | 'move'>;

/** Everybody signs up, chooses, begins their routines, and names a partner who answers. Resolves with their ids by number. */
export async function arrive({ opened }: World, personas: readonly Persona[], outbox: FileOutbox): Promise<readonly string[]> {
  const { app } = opened;
  const owners: string[] = [];
  for (const { email, zone } of personas) {
    const person = { email, password: 'a-year-of-kept-promises', fullName: `Robin ${owners.length}`, timezone: zone };
    owners.push((await opened.accounts.signup(person, app.newId())).userId);
  }
  await done(opened);
  for (const { email } of personas) await opened.accounts.confirm(token(outbox.textTo(email), /token=(\w+)/), app.newId());
  await done(opened);
  for (const persona of personas) await settle(opened, owners[persona.number] as string, persona);
  await done(opened);
  for (const { partner } of personas) {
    if (partner === null) continue;
    await answer(opened, outbox.textTo(partner.email), partner.answer);
    // whoever declined by mail is asked no more by the other way
    const other = partner.whatsapp === '' || partner.answer === 'Decline' ? '' : outbox.textTo(partner.whatsapp);
    if (other !== '') await answer(opened, other, partner.answer);
  }
  await done(opened);
  return owners;
}

async function done({ app, move }: Program): Promise<void> {
  await app.waitForReadModels(await app.store.head());
  await move((now) => now);
}

async function settle({ app }: Program, owner: string, { time, routines, partner }: Persona): Promise<void> {
  const caller = () => userCaller(owner, app.newId());
  await changeSettings(app, caller(), 'time', time);
  for (const routine of routines) await startRoutine(app, caller(), routine);
  if (partner === null) return;
  const { name, email, whatsapp } = partner;
  await addPartner(app, caller(), { name, email, whatsapp, detail: 'titles' });
}

async function answer({ app }: Program, text: string, said: 'Accept' | 'Decline'): Promise<void> {
  const opened = await openPartnerLink(app, token(text, /\/partner\/(\w+)\n/));
  if (opened === null) throw new Error('The invitation leads nowhere.');
  await answerInvitation(app, partnerCaller(app, opened.partner), opened, said);
}

function token(text: string, where: RegExp): string {
  const found = where.exec(text)?.[1];
  if (found === undefined) throw new Error(`There is no link in the message: ${text.slice(0, 200)}`);
  return found;
}

/** Deed after deed, each at its instant; those of one instant side by side. `seen` is told of each instant first. */
export async function live(
  world: World,
  owners: readonly string[],
  deeds: readonly Deed[],
  seen: (at: string) => void = () => undefined,
): Promise<void> {
  for (let first = 0; first < deeds.length; ) {
    const { at } = deeds[first] as Deed;
    let after = first + 1;
    while (deeds[after]?.at === at) after += 1;
    const together = deeds.slice(first, after);
    first = after;
    seen(at);
    await world.reach(at);
    const { opened } = world;
    await Promise.all(together.map((deed) => act(opened, owners[deed.who] as string, deed)));
    await opened.app.waitForReadModels(await opened.app.store.head());
  }
}

async function act({ app, accounts }: Program, owner: string, deed: Deed): Promise<unknown> {
  const caller = userCaller(owner, app.newId());
  switch (deed.does) {
    case 'fill':
      return promiseTask(app, caller, { title: `What ${deed.date} is for`, due_date: deed.date });
    case 'nothing_due':
      return sayNothingDue(app, caller, deed.date);
    case 'keep':
      return keep({ app }, owner, deed.date);
    case 'vacation':
      return takeVacation(app, caller, deed);
    case 'move':
      return accounts.send(owner, { type: 'ChangeProfile', timezone: deed.zone, if_match: null }, app.newId());
    case 'remind_at':
      return changeSettings(app, caller, 'time', { todo_reminder_time: deed.time });
    case 'pause':
    case 'resume':
      return changeRoutine(app, caller, await routineBy(app, owner, deed.rrule), { paused: deed.does === 'pause' });
    case 'edit_later':
      return editLater(app, caller, deed);
    case 'notify':
      return changeSettings(app, caller, 'notifications', deed.set);
  }
}

async function routineBy({ views }: App, owner: string, rrule: string): Promise<string> {
  const found = (await routinesOf(views, owner)).find(({ doc }) => doc.rrule === rrule);
  if (found === undefined) throw new Error(`There is no routine with ${rrule}.`);
  return found.id;
}

/** As the client does it: the old one ends on the day before, and another begins. */
async function editLater(app: App, caller: Caller, { rrule, next, from }: Extract<Deed, { does: 'edit_later' }>): Promise<void> {
  const id = await routineBy(app, caller.owner, rrule);
  await changeRoutine(app, caller, id, { rrule: `${rrule};UNTIL=${addDays(from, -1).replaceAll('-', '')}` });
  await startRoutine(app, caller, { title: 'By another rule', rrule: next, start_date: from });
}

/** All that is still open of a date is completed, late or not. */
async function keep({ app }: Pick<Opened, 'app'>, owner: string, date: string): Promise<void> {
  for (const { id, doc } of await tasksDue(app.views, owner, date, date))
    if (!doc.deleted && (doc.status === 'pending' || doc.status === 'missed'))
      await setStatus(app, userCaller(owner, app.newId()), id, { status: 'completed' });
}

/** The owner's zone at an instant, as the deeds have it. */
export function zoneAt(persona: Persona, deeds: readonly Deed[], instant: string): string {
  const moves = deeds.filter((deed) => deed.who === persona.number && deed.does === 'move' && deed.at < instant);
  const last = moves.at(-1);
  return last?.does === 'move' ? last.zone : persona.zone;
}
