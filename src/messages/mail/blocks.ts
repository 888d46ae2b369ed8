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

/** What a message says. Mails in HTML and in text, and messages to a chat, are made of it. */
export interface Wording {
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** Why the recipient gets the message. */
  readonly why: string;
  readonly links: readonly SheetLink[];
}
