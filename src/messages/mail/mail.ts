import type { Tone } from '../../reports/model/report-model.ts';

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
