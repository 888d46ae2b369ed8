import type { App } from '../../app/app.ts';
import { headFor } from '../../app/ledger/heads.ts';

/** The signed state of an owner's record, as mails carry it, so that somebody outside has it. */
export interface MailRecord {
  readonly about: string;
  /** The head as one line of JSON. */
  readonly line: string;
  /** The size of the ledger in the head. */
  readonly size: number;
}

/** The path of the template, relative to a folder of messages. */
export const RECORD = '../mail/record.hbs';

const ABOUT = 'This line fixes what is recorded today. Whoever keeps it can check later that nothing in it was rewritten.';

/** The newest head of the owner's ledger; null if the account has no events. @throws StoreUnavailable, StoreFull */
export async function recordOf(app: App, owner: string): Promise<MailRecord | null> {
  const head = await headFor(app, owner);
  return head && { about: ABOUT, line: JSON.stringify(head), size: head.size };
}

/** The same in the text of a mail. The line is never broken. */
export const recordText = ({ about, line }: MailRecord): string => `For the record. ${about}\n${line}`;
