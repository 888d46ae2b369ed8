/** What of a mail its recipient reads. */
export interface Mail {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
