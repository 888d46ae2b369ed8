/** Every mail: who it goes to, and what its one link is. */
export interface MailParams {
  /** The person's name; empty when none was given. */
  readonly name: string;
  /** The address the mail goes to. */
  readonly address: string;
  /** The absolute URL of the mail's one link. */
  readonly url: string;
}
export interface Mail { readonly subject: string; readonly text: string; readonly html: string }
export type MailKind = 'confirmation' | 'password_reset' | 'known_address';

export declare function renderMail(kind: MailKind, params: MailParams): Mail;
