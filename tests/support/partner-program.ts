import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { answerInvitation, openPartnerLink, openStopLink, partnerCaller, unsubscribe } from '../../src/app/partner/partner-answers.ts';
import { addPartner, changePartner, type PartnerInput } from '../../src/app/partner/partners.ts';
import type { PartnerMatter } from '../../src/domain/partner/events.ts';
import type { MailMessage } from '../../src/ports/mailer.ts';
import { sees, type Visit } from './browser.ts';
import { startTestProgram, type TestProgram, type TestProgramOptions } from './program.ts';

export const PARTNER_EMAIL = 'soren@example.org';

/** A program with an owner in Berlin, who may add a partner. */
export interface PartnerProgram extends TestProgram {
  readonly owner: string;
  /** The mails to the partner's address, oldest first. */
  toPartner(): readonly MailMessage[];
  /** Those about a day's misses and skips. */
  notices(): readonly MailMessage[];
  /** Waits until the read models are up to date, and does what is due. */
  seen(position: string | null): Promise<void>;
  invite(input?: Partial<PartnerInput>): Promise<string>;
  accept(text?: string): Promise<void>;
  stop(text?: string): Promise<void>;
  change(id: string, edits: Parameters<typeof changePartner>[3]): Promise<void>;
}

export async function startPartnerProgram(options: Partial<TestProgramOptions> = {}): Promise<PartnerProgram> {
  const program = await startTestProgram({ at: '2026-11-16T09:00:00.000Z', ...options });
  const { app, sent, timekeeper } = program;
  const owner = await program.signUp('ada@example.org', 'Europe/Berlin');
  const caller = () => userCaller(owner, app.newId());
  const toPartner = () => sent.filter(({ to }) => to.address === PARTNER_EMAIL);
  const seen = async (position: string | null) => {
    if (position !== null) await app.waitForReadModels(position);
    await timekeeper.tick();
  };
  const newest = (): string => toPartner().at(-1)?.text ?? '';
  return {
    ...program,
    owner,
    toPartner,
    notices: () => toPartner().filter(({ subject }) => /: \d+ (missed|skipped)/.test(subject)),
    seen,
    async invite(input = {}) {
      const person = { name: 'Søren', email: PARTNER_EMAIL, whatsapp: '', detail: 'titles', ...input } as const;
      const { id, position } = await addPartner(app, caller(), person);
      await seen(position);
      return id;
    },
    async accept(text = newest()) {
      const opened = await openPartnerLink(app, /\/partner\/(\w+)\n/.exec(text)?.[1] ?? '');
      if (opened === null) throw new Error(`There is no invitation in: ${text}`);
      await seen(await answerInvitation(app, partnerCaller(app, opened.partner), opened, 'Accept'));
    },
    async stop(text = newest()) {
      const opened = await openStopLink(app, /\/partner\/(\w+)\/unsubscribe/.exec(text)?.[1] ?? '');
      if (opened === null) throw new Error(`There is no way out in: ${text}`);
      await seen(await unsubscribe(app, partnerCaller(app, opened.partner), opened));
    },
    async change(id, edits) {
      await seen((await changePartner(app, caller(), id, edits, null)).position);
    },
  };
}

export const PERSON = { name: 'Søren', email: 'soren@example.org', whatsapp: '' };

/** What an event says of a partner who is reached by mail. */
export const matter = (more: Partial<PartnerMatter> = {}): PartnerMatter => ({
  user_id: 'u',
  address_key: 'mail-1',
  whatsapp_key: null,
  has_whatsapp: false,
  detail: 'titles',
  ...more,
});

/** A partner who follows the links of their mails, in a browser of their own. */
export interface PartnerReader {
  /** The page that the last link opened. */
  page(): Page;
  /** Follows the link of the newest mail of this subject. */
  follow(subject: string): Promise<void>;
  /** What of that page is about a task. */
  about(title: string): Locator;
  /** Sends the form of a proof, and is told that it was taken. */
  judge(title: string, verdict: 'Accept' | 'Reject', comment?: string): Promise<void>;
}

/** `address`: of the partner. `journey.test.ts` reads the development mailbox as a person does; this asks it for its mails. */
export function partnerReader({ page, context }: Visit, address: string): PartnerReader {
  const about = (title: string): Locator => page.getByRole('region', { name: title });
  const linkIn = async (subject: string): Promise<string | undefined> => {
    const mails = (await (await context.request.get(`/dev/mailbox.json?to=${address}`)).json()) as { subject: string; text: string }[];
    return /http\S+\/partner\/\w+/.exec(mails.find((mail) => mail.subject.includes(subject))?.text ?? '')?.[0];
  };
  return {
    page: () => page,
    about,
    async follow(subject) {
      let link: string | undefined;
      await expect.poll(async () => (link = await linkIn(subject))).toBeDefined();
      await page.goto(link as string);
    },
    async judge(title, verdict, comment = '') {
      await about(title)
        .getByRole('textbox', { name: /^Comment/ })
        .fill(comment);
      await about(title).getByRole('button', { name: verdict, exact: true }).click();
      await sees(page, `You have ${verdict.toLowerCase()}ed the proof of ‘${title}’.`);
    },
  };
}
