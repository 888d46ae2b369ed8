import { userCaller } from '../../src/app/caller.ts';
import { answerInvitation, openPartnerLink, openStopLink, partnerCaller, unsubscribe } from '../../src/app/partner/partner-answers.ts';
import { addPartner, changePartner, type PartnerInput } from '../../src/app/partner/partners.ts';
import type { MailMessage } from '../../src/ports/mailer.ts';
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
