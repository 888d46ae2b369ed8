import { NotAuthentic } from '../../app/account/sessions.ts';
import { userCaller } from '../../app/caller.ts';
import { promiseTask } from '../../app/task/tasks.ts';
import { later } from '../../domain/calendar/dates.ts';
import { addDays, datesBetween, localDate, startOfDay, weekday } from '../../domain/calendar/local.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Mailer, MailMessage } from '../../ports/mailer.ts';
import type { CliPorts, Opened } from '../ports.ts';
import { kataActions, leaveKata } from './coding.ts';
import { leaveDraft } from './emails.ts';
import { morningAction, occurrences, startRoutines } from './live.ts';
import { type Person, type PersonAction, seeded } from './person.ts';
import { moods, planDay } from './plan.ts';
import { leavePlan, planningDates } from './planned-time.ts';
import { findPartner, leaveWaiting } from './proofs.ts';
import { AHEAD } from './work.data.ts';

export interface DemoOptions {
  readonly email: string;
  readonly password: string;
  readonly seed: number;
  readonly zone: string;
  readonly year?: number;
}

const NAME = 'Robin Sample';
const DAYS = 365;
/** A partner and routines exist for this many days at the end. Before that, proof counts on the person's own word. */
const WITH_PARTNER = 60;
/** Added to the seed, so that proofs draw other random numbers than promises. */
const PROOFS = 1_000;
/** The same for the random numbers of pictures, emails and coding questions. */
const EXTRAS = 2_000;
/** The same for the random numbers of time boxes and focus sessions. */
const TIMES = 3_000;

/**
 * Fills an account with a year of promises. It sends the commands that the clicks of a person would send, and uses a
 * clock of its own.
 */
export async function demo(ports: CliPorts, options: DemoOptions): Promise<number> {
  const end = ports.now();
  const [from, to] = span(options, end);
  if (from > to) {
    ports.print('That year lies ahead. Choose one that has begun.');
    return 1;
  }
  const mails = recordingMailer();
  const opened = await ports.open({ at: startOfDay(from, options.zone), mailer: mails.mailer, offline: true });
  try {
    const owner = await signUp(opened, options, mails.sent);
    if (typeof owner !== 'string') {
      ports.print(owner.refused);
      return 1;
    }
    let partner: string | null = null;
    const { seed, zone } = options;
    const dates = datesBetween(from, to);
    const times = seeded(seed + TIMES);
    const person: Person = {
      owner,
      zone,
      end,
      random: seeded(seed),
      proofs: seeded(seed + PROOFS),
      extras: seeded(seed + EXTRAS),
      times,
      boxesOn: planningDates(times, dates),
      partner: () => partner,
    };
    const named = async (): Promise<void> => {
      partner = await findPartner(opened, person, mails.sent);
      await startRoutines(opened, person);
    };
    const promises = await live(ports, opened, person, dates, end, named);
    await opened.move((now) => later(now, end));
    await lookAhead(opened, person, end);
    await leaveWaiting(opened, person, end);
    const draft = await leaveDraft(opened, person, end);
    const kata = await leaveKata(opened, person, end);
    await leavePlan(opened, person, [draft, kata]);
    ports.progress.done();
    ports.print(
      `${promises} promises from ${from} to ${to}. Start Vouch (npm start) and sign in as ${options.email} with the password ${options.password}`,
    );
    return 0;
  } finally {
    await opened.close();
  }
}

function span({ year, zone }: DemoOptions, end: string): readonly [string, string] {
  const today = localDate(end, zone);
  if (year === undefined) return [addDays(today, 1 - DAYS), today];
  const last = `${year}-12-31`;
  return [`${year}-01-01`, last < today ? last : today];
}

/** Signs up, and returns the user's id, or the reason why this was refused. */
async function signUp(
  opened: Opened,
  { email, password, zone }: DemoOptions,
  sent: readonly MailMessage[],
): Promise<string | { readonly refused: string }> {
  const { app, accounts } = opened;
  try {
    const { position, userId } = await accounts.signup({ email, password, fullName: NAME, timezone: zone }, app.newId());
    await app.waitForReadModels(position);
    await opened.move((now) => now);
    const token = /\/auth\/confirm\?token=(\w+)/.exec(sent.at(-1)?.text ?? '')?.[1];
    if (token === undefined) return { refused: `There is an account for ${email} already. Choose another address with --email.` };
    await accounts.confirm({ token, knownSignups: [userId] }, app.newId());
    return userId;
  } catch (error) {
    if (error instanceof RuleViolation || error instanceof NotAuthentic) return { refused: error.message };
    throw error;
  }
}

/** Performs the actions of all days. Returns the number of promises. */
async function live(
  { progress }: CliPorts,
  opened: Opened,
  person: Person,
  dates: readonly string[],
  end: string,
  named: () => Promise<void>,
): Promise<number> {
  const moodOf = moods(person.random, dates.length);
  let agenda: PersonAction[] = [];
  agenda.push(...kataActions(opened, person, dates, (act) => agenda.push(act)));
  let count = 0;
  for (const [index, date] of dates.entries()) {
    progress.show(index / dates.length, `${date}  ${count} promises`);
    if (dates.length - index === WITH_PARTNER) await named();
    const promises = planDay(person.random, weekday(date), moodOf[index] ?? 'usual');
    count += promises.length;
    const tomorrow = startOfDay(addDays(date, 1), person.zone);
    const until = tomorrow < end ? tomorrow : end;
    if (dates.length - index <= WITH_PARTNER) agenda.push(occurrences(opened, person, date));
    agenda.push(morningAction(opened, person, date, promises, (act) => agenda.push(act)));
    for (let act = nextAction(agenda, until); act; act = nextAction(agenda, until)) {
      const { at, run } = act;
      agenda = agenda.filter((each) => each !== act);
      await opened.move((now) => later(now, at));
      await runAction(opened, run);
    }
  }
  progress.show(1, `${count} promises`);
  return count;
}

/** Runs an action. A refused command is normal, such as skipping a task that was missed a minute ago. */
async function runAction({ app }: Opened, run: PersonAction['run']): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
  }
  await app.waitForReadModels(await app.store.head());
}

const nextAction = (agenda: readonly PersonAction[], until: string): PersonAction | null =>
  agenda.reduce<PersonAction | null>((least, act) => (act.at < until && (least === null || act.at < least.at) ? act : least), null);

/** Adds promises for the days after the end of the year. */
async function lookAhead({ app }: Opened, { owner, zone }: Person, end: string): Promise<void> {
  const today = localDate(end, zone);
  for (const { title, days, time, steps = [] } of AHEAD) {
    const due = { due_date: addDays(today, days), due_time: time };
    const { id } = await promiseTask(app, userCaller(owner, app.newId()), { title, ...due, priority: 'medium' });
    for (const step of steps)
      await promiseTask(app, userCaller(owner, app.newId()), { title: step, due_date: due.due_date, parent_id: id });
  }
  await app.waitForReadModels(await app.store.head());
}

/** A mailer that records the messages and sends nothing. */
function recordingMailer(): { readonly mailer: Mailer; readonly sent: readonly MailMessage[] } {
  const sent: MailMessage[] = [];
  const mailer: Mailer = {
    send: async (message) => {
      sent.push(message);
      return { message_id: message.messageId };
    },
    close: async () => undefined,
  };
  return { mailer, sent };
}
