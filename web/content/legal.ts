/**
 * The texts of the legal pages. Operators must replace them with their own text, name and address before they open to the
 * public.
 */

export interface LegalText {
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly { readonly title: string; readonly text: readonly string[] }[];
}

export const UPDATED = '20 November 2026';

export const LEGAL = {
  terms: {
    title: 'Terms',
    lead: 'What you and whoever runs this copy of Vouch may expect of each other.',
    parts: [
      {
        title: 'Your account',
        text: [
          'You sign up with an address that you can read mail at. Keep your password to yourself; you can end every session from your profile.',
          'You must be old enough to agree to this where you live.',
        ],
      },
      {
        title: 'Your ledger',
        text: [
          'What you write is yours. You let Vouch store it, work out days, deadlines, streaks and reports from it, and show it to the partner you name, in the detail you choose.',
          'A ledger keeps what happened: a miss stays in the record when the task is done late, moved or deleted.',
        ],
      },
      {
        title: 'Fair use',
        text: [
          'Do not use Vouch to harass the people you write to, to break into it or to slow it down for others. An account that does may be closed.',
        ],
      },
      {
        title: 'Plans',
        text: [
          'Free costs nothing. The trial of Pro lasts 14 days, needs no card, and ends by itself in Free. Paid plans run by the month and can be cancelled at any time; they then last to the end of the month that was paid.',
        ],
      },
      {
        title: 'What is not promised',
        text: [
          'Vouch reminds and records. It does not do your work, and it is no substitute for advice from people who know your affairs. It is offered as it is, within what the law allows.',
        ],
      },
      {
        title: 'Ending',
        text: [
          'You may stop at any time. When an account is deleted, the keys that open its personal text are destroyed; what is left in the log can no longer be read by anyone.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy',
    lead: 'What is kept about you, why, and how it goes away.',
    parts: [
      {
        title: 'What is kept',
        text: [
          'Your address, your name if you give one, your time zone, the locale of your browser, and what you write: tasks, their times, tags and notes, and what became of them.',
          'A cookie that says who is signed in, one by which this browser is known to accounts that were opened in it (for 400 days; it says nothing to anybody else, and means nothing once the account is deleted), one that remembers whether the side bar is open, and your choice of theme in this browser. What you change is kept in this browser until the server has answered, and what you write as proof until it was given; both are forgotten when you sign out. What you read last is kept in this browser, too, encrypted and for at most 7 days, so that it can be shown without a connection; its key is destroyed when you sign out. If you open a page before you have signed in, its address is kept here until you do, for at most a day. Nothing here follows you to other sites.',
        ],
      },
      {
        title: 'How it is kept',
        text: [
          'Personal text is sealed with a key of your own before it is stored, and opened only on its way to someone who may read it: you, and the partner you name.',
          'Passwords are kept as argon2id hashes and cannot be read back.',
        ],
      },
      {
        title: 'Who sees it',
        text: [
          'You. A partner, if you name one and they accept: your misses, skips and progress, as titles or as counts alone, and of what they judge the title and the proof.',
          'Nobody else. There is no advertising and no sale of data.',
        ],
      },
      {
        title: 'Mail',
        text: [
          'Mails are sent to confirm your address, to reset your password, and for the reminders and reports that you leave switched on.',
        ],
      },
      {
        title: 'Your rights',
        text: [
          'You may read all that is kept about you in the app and in its reports, correct it, take it along, and have it deleted. Deleting destroys the keys. Backups may still contain a copy of them, and are kept for 30 days at most; after that nobody can read what was yours.',
        ],
      },
    ],
  },
  security: {
    title: 'Security',
    lead: 'How your ledger is guarded.',
    parts: [
      {
        title: 'Sealed',
        text: [
          'Personal text is encrypted with AES-256-GCM under a key per person, before it reaches the log. The keys lie apart from the data, under a master key.',
        ],
      },
      {
        title: 'Chained',
        text: [
          'Every event carries the hash of the one before it, so that a change to the past shows. The trail of each task gives the hashes to check.',
        ],
      },
      {
        title: 'Signing in',
        text: [
          'Passwords are hashed with argon2id. Sessions are cookies that scripts cannot read; wrong passwords are slowed down; a known and an unknown address get the same answer.',
          'A new password ends every session, and signing in again ends the one that the browser had.',
        ],
      },
      {
        title: 'In the browser',
        text: [
          'The page loads scripts, fonts and styles from its own address alone, under a content security policy. Writes from other sites are refused.',
        ],
      },
      {
        title: 'Found something?',
        text: ['Tell whoever runs this copy of Vouch before you tell others, with the steps to see it. Thank you.'],
      },
    ],
  },
} as const satisfies Record<string, LegalText>;

export type LegalPageName = keyof typeof LEGAL;
