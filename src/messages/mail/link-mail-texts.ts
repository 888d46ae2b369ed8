/** The kinds of delivery that are mails with one link that works once. */
export type LinkMailKind = 'confirmation' | 'password_reset' | 'known_address' | 'export_ready';

/** The texts of a mail with one link: what happened, the button, how long the link works, and why the recipient gets the mail. */
export interface LinkMailText {
  readonly subject: string;
  readonly heading: string;
  readonly body: readonly string[];
  readonly button: string;
  readonly small: readonly string[];
  readonly why: (address: string) => string;
}

export const LINK_MAIL_TEXTS: Readonly<Record<LinkMailKind, LinkMailText>> = {
  confirmation: {
    subject: 'Confirm your address for Vouch',
    heading: 'Confirm your address',
    body: ['An account at Vouch was opened with this address. Confirm that it is yours, and you can write down your first promise.'],
    button: 'Confirm address',
    small: [
      'The link opens a page with a button; it works once, within 24 hours. In another browser than the one where you signed up, the page asks for the password that you chose.',
      'If you did not sign up, leave this mail be. Without your confirmation the account cannot be used, and its data is deleted.',
    ],
    why: (address) => `You get this because ${address} was entered at sign-up.`,
  },
  password_reset: {
    subject: 'Set a new password for Vouch',
    heading: 'Set a new password',
    body: ['Someone, most likely you, asked for a new password for this account.'],
    button: 'Set new password',
    small: [
      'The link works once, within one hour. When the new password is set, every other session is signed out.',
      'If it was not you, leave this mail be. Your password stays as it is.',
    ],
    why: (address) => `You get this because a new password was asked for, for ${address}.`,
  },
  known_address: {
    subject: 'You already have an account at Vouch',
    heading: 'You already have an account',
    body: [
      'Someone, most likely you, tried to sign up with this address. It already has an account, and nothing about it has changed.',
      'Sign in with your password. If you no longer know it, set a new one here.',
    ],
    button: 'Set new password',
    small: [
      'The link works once, within one hour.',
      'If it was not you, leave this mail be. Whoever it was has learnt nothing about your account.',
    ],
    why: (address) => `You get this because ${address} was entered at sign-up.`,
  },
  export_ready: {
    subject: 'Your data from Vouch is ready',
    heading: 'Your data is ready',
    body: ['You asked for a copy of your data: tasks, settings, reports, and every event of your account, in one ZIP file.'],
    button: 'Download your data',
    small: [
      'The link works once, within 24 hours, in a browser where you are signed in. After that the file is gone, and you can ask for it anew.',
      'If it was not you who asked, change your password. Nobody gets the file without your session.',
    ],
    why: (address) => `You get this because the account of ${address} asked for its data.`,
  },
};
