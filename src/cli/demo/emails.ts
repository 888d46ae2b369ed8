import { userCaller } from '../../app/caller.ts';
import { changeEmailTask, createEmailTask } from '../../app/email/email-tasks.ts';
import { reviewEmailTask } from '../../app/email/review.ts';
import { sendEmailTask } from '../../app/email/sending.ts';
import { promiseTask } from '../../app/task/tasks.ts';
import { MINUTE, plus } from '../../domain/calendar/dates.ts';
import { localDate } from '../../domain/calendar/local.ts';
import { required } from '../../domain/kernel/records.ts';
import type { Opened } from '../ports.ts';
import { EMAIL_REQUIREMENT, LETTERS, type Letter, ROUGH } from './emails.data.ts';
import type { Person, PersonAction } from './person.ts';
import type { PlannedPromise } from './plan.ts';

const MAIL = /^Answer (\S+) about (.+)$/;
/** The share of promises to answer somebody that ask for the email as proof. */
const ASKS = 0.5;
const DRAFT = 'Answer Lena about the certificate of staging';

/** The kind of proof for a promise to answer somebody, or null. */
export function emailFor({ extras }: Person, { title, outcome }: PlannedPromise): { type: 'email'; requirement: string } | null {
  const isMeant = MAIL.test(title) && outcome.is === 'kept' && !outcome.undoneOnce;
  return isMeant && extras.chance(ASKS) ? { type: 'email', requirement: EMAIL_REQUIREMENT } : null;
}

/** A letter to the person that the title names. The address belongs to nobody. */
function filled({ subject, body }: Letter, title: string) {
  const [, person = '', part = ''] = MAIL.exec(title) ?? [];
  const fill = (text: string): string =>
    text
      .replaceAll('{person}', person)
      .replaceAll('{part}', part)
      .replace(/^./u, (first) => first.toUpperCase());
  const name = person
    .normalize('NFD')
    .replaceAll(/\P{ASCII}/gu, '')
    .toLowerCase();
  return { to: [`${name}@example.com`], subject: fill(subject), body: fill(body) };
}

/**
 * The person writes the email for a promise and sends it. Sometimes they have it reviewed first, and improve it. The
 * email is verified when the mail server has accepted it.
 */
export function emailActions(
  { app }: Opened,
  { owner, extras }: Person,
  id: string,
  title: string,
  completedAt: string,
): readonly PersonAction[] {
  const caller = () => userCaller(owner, app.newId());
  const letter = filled(extras.pick(LETTERS), title);
  const email = app.newId();
  const isRough = extras.chance(0.3);
  const begun = plus(completedAt, extras.between(3, 40) * MINUTE);
  const better = plus(begun, extras.between(3, 9) * MINUTE);
  const review = () => reviewEmailTask(app, caller(), email);
  const write: PersonAction = {
    at: begun,
    run: async () => {
      await createEmailTask(app, caller(), id, isRough ? filled(ROUGH, title) : letter, email);
      if (isRough) await review();
    },
  };
  const improve: PersonAction = {
    at: better,
    run: async () => {
      await changeEmailTask(app, caller(), email, letter);
      await review();
    },
  };
  const send: PersonAction = { at: plus(better, MINUTE), run: () => sendEmailTask(app, caller(), email) };
  return isRough ? [write, improve, send] : [write, send];
}

/** Leaves an email that was written and reviewed, but not sent. Returns the id of its task. */
export async function leaveDraft({ app }: Opened, { owner, zone }: Person, end: string): Promise<string> {
  const caller = () => userCaller(owner, app.newId());
  const { id } = await promiseTask(app, caller(), {
    title: DRAFT,
    due_date: localDate(end, zone),
    verification_type: 'email',
    proof_requirement: EMAIL_REQUIREMENT,
    priority: 'medium',
  });
  const { id: email } = await createEmailTask(app, caller(), id, filled(required(LETTERS[3], 'fourth letter'), DRAFT));
  await app.waitForReadModels(await app.store.head());
  await reviewEmailTask(app, caller(), email);
  return id;
}
