import type { App } from '../../app/app.ts';
import type { Unsent, Waiting } from '../../app/delivery/attempts.ts';
import type { MailMessage } from '../../ports/mailer.ts';
import type { StoredPlace } from '../../ports/secrets.ts';
import type { Tone } from '../../reports/model/report-model.ts';
import type { OwnersWeek } from '../../reports/rendering/report-files.ts';

/** A row of a list: the mark in the margin, what it is about with its date below, and its state at the right. */
export interface SheetRow {
  readonly mark: string;
  readonly tone: Tone;
  readonly what: string;
  readonly when: string;
  readonly state: string;
}
export interface SheetFigure {
  readonly value: string;
  readonly label: string;
}
/** One block of a mail. Blocks stand below each other. */
export type Block =
  | { readonly heading: string }
  | { readonly subheading: string }
  | { readonly text: string }
  | { readonly small: string }
  | { readonly figures: readonly SheetFigure[] }
  | { readonly rows: readonly SheetRow[] }
  | { readonly button: SheetLink };
export interface SheetLink {
  readonly label: string;
  readonly url: string;
}

/** The content of a message, from which mails (HTML and text) and chat messages are made. */
export interface Wording {
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** Why the recipient gets the message. */
  readonly why: string;
  readonly links: readonly SheetLink[];
}

/** The parts of a mail that its recipient reads. */
export interface Mail {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The text as one line, without control characters, so that it can neither end a mail header nor begin a line of its own. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const ALLOWED = new Set(['http:', 'https:', 'mailto:']);

/** The URL in its normal form. Only http, https and mailto may be used in a link. @throws RangeError for anything else */
export function linkUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !ALLOWED.has(parsed.protocol)) throw new RangeError('A link must begin with http, https or mailto.');
  return parsed.href;
}

export interface ComposePorts {
  readonly app: App;
  /** The origin of every link in a message, such as `https://vouch.example`. */
  readonly origin: () => string;
  /** The report of the week that begins on the Monday given (`YYYY-MM-DD`). */
  readonly weeklyReport: (owner: string, monday: string) => Promise<OwnersWeek>;
}

/** A mail is composed at the moment of sending, so it describes the state at that moment. */
export type Composed = Pick<MailMessage, 'to' | 'subject' | 'text' | 'html' | 'attachments' | 'headers' | 'keepNoCopy'>;

/** Composes the mail of the delivery `id`. Gives null if the recipient's account no longer exists. */
export type Compose = (ports: ComposePorts, id: string, state: Waiting) => Promise<Composed | null>;

/** For a mail whose reason may be gone before it is sent. Gives 'nothing' if there is nothing to say any more. */
export type ComposeOrNothing = (ports: ComposePorts, id: string, state: Waiting) => Promise<Composed | 'nothing' | null>;

/** `head_size`: the size of the ledger in the signed head that the message carries; left out: it carries none. */
export interface Sent {
  readonly message_id: string;
  readonly head_size?: number;
}

/** A delivery that is ready to be sent with `send`; or, in `instead`, what to record because nothing will be sent. */
export type Prepared =
  | { readonly instead: Unsent }
  | {
      readonly instead: null;
      readonly send: () => Promise<Sent>;
      /** Set if the message has to wait until this instant. */
      readonly notBefore?: string;
      /** Set if the message counts towards its recipient's limit for a day. `to`: the address or number. */
      readonly place?: { readonly to: string; readonly kind: StoredPlace['kind'] };
    };

export interface Recipient {
  readonly address: string;
  /** As it was typed; empty when none was given. */
  readonly name: string;
}

/** Null: the account was deleted, so the recipient is not known any more. */
export async function recipientOf({ app }: Pick<ComposePorts, 'app'>, { to, user_id }: Waiting): Promise<Recipient | null> {
  const opened = await app.opener.open(user_id, to);
  return opened && { address: opened.to, name: opened.name };
}
