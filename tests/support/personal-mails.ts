import type { App } from '../../src/app/app.ts';
import { createEmailSending } from '../../src/messages/sending/send-email.ts';
import type { OwnMailbox, PersonalMail, PersonalMailer } from '../../src/ports/personal-mailer.ts';

/** The process ends here. */
export class Crash extends Error {}

/** A mail server that can be asked what it has taken, or not. */
export function mailServer({ canBeAsked = true } = {}) {
  const taken: PersonalMail[] = [];
  const fault: { before: Error | null; after: Error | null } = { before: null, after: null };
  const mailer: PersonalMailer = {
    via: canBeAsked ? 'development' : 'smtp',
    async send(mail) {
      if (fault.before) throw fault.before;
      taken.push(mail);
      if (fault.after) throw fault.after;
      return { refused: [] };
    },
    wasSent: async (id) => {
      if (fault.before instanceof Crash || fault.after instanceof Crash) throw fault.before ?? fault.after;
      return canBeAsked ? taken.some(({ messageId }) => messageId === id) : null;
    },
  };
  return { taken, fault, mailer };
}

/** Sends the email `id` as the program does, to the end. @throws what went wrong on the way */
export function emailSender(
  app: App,
  personalMailer: PersonalMailer,
  origin = 'https://vouch.example',
  ownMailbox?: OwnMailbox,
): (id: string) => Promise<void> {
  const faults: unknown[] = [];
  const ways = { personalMailer, ...(ownMailbox && { ownMailbox }) };
  const sending = createEmailSending({ app, ...ways, origin: () => origin, onFault: (error) => void faults.push(error) });
  return async (id) => {
    await sending.begin(id);
    await sending.settled();
    if (faults.length > 0) throw faults.pop();
  };
}
