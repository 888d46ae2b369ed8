import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/define-event.ts';
import { defineStream } from '../kernel/define-stream.ts';

const how = z.enum(['signin', 'confirm', 'reset', 'change', 'google', 'github']);
const STARTED: Readonly<Record<z.output<typeof how>, string>> = {
  signin: 'With the password.',
  confirm: 'By the confirmation link.',
  reset: 'By the link for a new password.',
  change: 'After a change of the password.',
  google: 'With Google.',
  github: 'With GitHub.',
};
const ENDED: Readonly<Record<string, string>> = {
  signout: 'Signed out on this device.',
  signin: 'Signed in again on this device, which ended the session that was there.',
};

export const SessionStarted = defineEvent({
  type: 'SessionStarted',
  startsStream: true,
  publicName: 'session.started',
  label: 'Signed in',
  meaning: 'The owner signed in on a device.',
  since: '0.1.0',
  history: 'account',
  data: z.strictObject({
    how: how.describe('With the password, by a link, after a change of the password, or with Google or GitHub.'),
    new_device: z
      .literal(true)
      .optional()
      .describe(
        'In a browser in which nobody had signed in to the account before; left out: in a known one, or in the one that confirmed.',
      ),
  }),
  example: { data: { how: 'signin' } },
  detail: ({ data }) => `${STARTED[data.how] ?? 'Signed in.'}${data.new_device ? ' In a browser that was not known here.' : ''}`,
});
export type SessionStarted = EventOf<typeof SessionStarted>;

export const SessionEnded = defineEvent({
  type: 'SessionEnded',
  publicName: 'session.ended',
  label: 'Signed out',
  meaning: 'The owner signed out on a device, or signed in there again.',
  since: '0.1.0',
  history: 'account',
  data: z.strictObject({ how: z.enum(['signout', 'signin']).describe('By signing out, or by signing in again in the same browser.') }),
  example: { data: { how: 'signout' } },
  detail: ({ data }) => ENDED[data.how] ?? null,
});
export type SessionEnded = EventOf<typeof SessionEnded>;

/**
 * Each refusal has its own stream, so that no stream grows while somebody guesses passwords. It does not say who tried, because nobody
 * knows.
 */
export const SessionRefused = defineEvent({
  type: 'SessionRefused',
  startsStream: true,
  publicName: 'session.refused',
  label: 'Sign-in refused',
  meaning: 'Somebody tried to sign in with the confirmed address of the account and a wrong password.',
  since: '0.1.0',
  history: 'account',
  data: z.strictObject({}),
  example: { data: {} },
  detail: () => 'The password was wrong. Nobody was signed in.',
});

/** There is one stream for each session, and one for each refused sign-in. */
export const SESSION_EVENTS = [SessionStarted, SessionEnded, SessionRefused] as const;
export type SessionEvent = EventOf<(typeof SESSION_EVENTS)[number]>;
export const sessionStream = defineStream('session');
