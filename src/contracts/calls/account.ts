import {
  confirmBody,
  deletionBody,
  emailBody,
  exportsAnswer,
  meAnswer,
  messageAnswer,
  passwordBody,
  resetBody,
  sessionAnswer,
  signedIn,
  signinBody,
  signoutBody,
  signupAnswer,
  signupBody,
  userAnswer,
} from '../account.ts';
import { COOKIE_ONLY, declareCall, jsonBody, optionalJsonBody, SIGNED_IN } from '../call.ts';
import { callbackQuery, type Platform, providerSignInQuery } from '../connection.ts';
import { accountMessage } from '../settings.ts';
import { PLATFORM_NAMES as NAMES } from '../words/platforms.ts';

const tag = 'Auth';
/** Signing up, signing in, and the links in mails. */
const entry = { tag, access: 'anyone', credentials: true, method: 'POST' } as const;
const entered = { 200: { description: 'Signed in', schema: signedIn } } as const;
/** The answer is the same for every address, so that nobody learns which ones are known. */
const noted = { 202: { description: 'Taken note of, whoever it is', schema: messageAnswer } } as const;

export const signUp = declareCall({
  ...entry,
  path: '/api/auth/signup',
  audit: 'signup',
  secrets: ['session'],
  summary: 'Sign up',
  description:
    'Answers alike whether or not the address is known; its owner gets a mail. Until one is confirmed, sign-ups of one address stand side by side.',
  failure: 'Sign up failed',
  body: jsonBody(signupBody),
  replies: { 201: { description: 'Signed up, to be confirmed by mail', schema: signupAnswer, location: true, etag: true } },
});

export const confirmAddress = declareCall({
  ...entry,
  path: '/api/auth/confirm',
  audit: 'confirm',
  secrets: ['session'],
  summary: 'Confirm an address, and sign in',
  description:
    'The browser that signed up is known by a cookie. Any other is asked for the password of that sign-up. Other sign-ups with the address end.',
  failure: 'Failed to confirm the address',
  body: jsonBody(confirmBody),
  replies: entered,
  refusals: ['token_invalid', 'password_needed', 'invalid_credentials'],
});

export const resendConfirmation = declareCall({
  ...entry,
  path: '/api/auth/resend',
  audit: 'resend',
  summary: 'Send the confirmation mail again',
  failure: 'Failed to send the mail again',
  body: jsonBody(emailBody),
  replies: noted,
});

export const requestPasswordLink = declareCall({
  ...entry,
  path: '/api/auth/forgot',
  audit: 'forgot',
  summary: 'Ask for a link to set a new password',
  failure: 'Failed to send the mail',
  body: jsonBody(emailBody),
  replies: noted,
});

export const resetPassword = declareCall({
  ...entry,
  path: '/api/auth/reset',
  audit: 'reset',
  secrets: ['session'],
  summary: 'Set a new password by a link; every other session ends',
  failure: 'Failed to set the password',
  body: jsonBody(resetBody),
  replies: entered,
  refusals: ['token_invalid'],
});

export const signIn = declareCall({
  ...entry,
  path: '/api/auth/signin',
  audit: 'signin',
  secrets: ['session'],
  summary: 'Sign in',
  description:
    'Ends the session that was in this browser. After 10 wrong tries for one address from one network address (IPv6: its /64) in 15 minutes, or 100 from everywhere in an hour: 429. The second bound does not hold in a browser where the address was signed in before.',
  failure: 'Login failed',
  body: jsonBody(signinBody),
  replies: entered,
  refusals: ['invalid_credentials', 'email_not_confirmed'],
});

/** A browser navigates to these, so they have no sentence for a failure. */
const navigated = { method: 'GET', tag, access: 'anyone', credentials: true } as const;

const toProvider = (platform: Platform) =>
  declareCall({
    ...navigated,
    path: `/api/auth/oauth/${platform}`,
    summary: `Sign in with ${NAMES[platform]}`,
    description:
      'For a browser to navigate to. It joins a confirmed account with the address that the provider has verified, or makes one; else it ends at `/auth?error=`.',
    query: providerSignInQuery,
    replies: { 302: { description: 'To the provider', redirect: true } },
  });
export const signInWith = { google: toProvider('google'), github: toProvider('github') } as const;

const fromProvider = (platform: Platform) =>
  declareCall({
    ...navigated,
    path: `/api/auth/oauth/${platform}/callback`,
    summary: `Come back from ${NAMES[platform]} to sign in`,
    description:
      'The provider sends the browser here. It goes on to `/dashboard` (with `for` to where it began), or to `/auth?error=` with a sentence for people.',
    query: callbackQuery,
    replies: { 302: { description: 'To the dashboard or where it began, or back', redirect: true } },
  });
export const comeBackFrom = { google: fromProvider('google'), github: fromProvider('github') } as const;

export const changePassword = declareCall({
  method: 'POST',
  path: '/api/auth/password',
  audit: 'password',
  secrets: ['session'],
  tag,
  summary: 'Change the password; every other session ends, and this one is replaced',
  description: 'Who has no password gives none, and has to have come back from the provider within the last 10 minutes.',
  failure: 'Failed to change the password',
  access: 'user',
  means: COOKIE_ONLY,
  body: jsonBody(passwordBody),
  replies: { 200: { description: 'Changed', schema: signedIn } },
  refusals: ['fresh_sign_in_needed'],
});

export const signOut = declareCall({
  method: 'POST',
  path: '/api/auth/signout',
  audit: 'signout',
  tag,
  summary: 'Sign out, here or everywhere',
  failure: 'Failed to sign out',
  access: 'user',
  body: optionalJsonBody(signoutBody),
  replies: { 204: { description: 'Signed out' } },
});

export const readSession = declareCall({
  method: 'GET',
  path: '/api/auth/session',
  tag,
  summary: 'The session and its user; both null when nobody is signed in',
  description: 'Asked with a token, the session is null: a token gets no token.',
  failure: 'Failed to get session',
  access: 'anyone',
  means: SIGNED_IN,
  replies: { 200: { description: 'The session', schema: sessionAnswer, livePosition: true } },
});

export const readMe = declareCall({
  method: 'GET',
  path: '/api/auth/me',
  tag,
  summary: 'Who is signed in, or null',
  access: 'anyone',
  means: SIGNED_IN,
  replies: { 200: { description: 'The user or null', schema: meAnswer, etag: true } },
});

export const readOwnUser = declareCall({
  method: 'GET',
  path: '/api/auth/user',
  tag,
  summary: 'Who is signed in',
  failure: 'Failed to get user',
  access: 'user',
  replies: { 200: { description: 'The user', schema: userAnswer, etag: true } },
});

const owned = { tag: 'Settings', access: 'user' } as const;
const message = { schema: accountMessage } as const;

export const requestExport = declareCall({
  ...owned,
  method: 'GET',
  path: '/api/settings/account/export',
  audit: 'export',
  summary: 'Export all data',
  description: 'Starts work in the background: a mail brings the link. Asked again while it is under way, nothing new begins.',
  failure: 'Failed to request data export',
  ownSiteOnly: true,
  replies: { 202: { ...message, description: 'It is under way' } },
});

export const listExports = declareCall({
  ...owned,
  method: 'GET',
  path: '/api/settings/account/exports',
  summary: 'The exports that were asked for, and how far each is',
  failure: 'Failed to fetch exports',
  replies: { 200: { description: 'The exports', schema: exportsAnswer } },
});

export const downloadExport = declareCall({
  ...owned,
  method: 'GET',
  path: '/api/settings/account/export/{token}',
  audit: 'export_download',
  summary: 'Download the exported data',
  description: 'Once, within 24 hours, in the session of whose data it is.',
  replies: { 200: { description: 'The bundle', media: 'application/zip' } },
  refusals: ['not_found'],
});

export const deleteAccount = declareCall({
  ...owned,
  method: 'DELETE',
  path: '/api/settings/account',
  audit: 'deletion',
  means: COOKIE_ONLY,
  summary: 'Delete the account',
  description:
    'Keys are destroyed, sessions end, what waits to be sent is not, the address is free again, and what providers allowed is revoked. It cannot be undone. With `grace` this happens after 7 days: until then sessions go on, and it can be taken back. Who has no password has to have come back from the provider within the last 10 minutes.',
  failure: 'Failed to delete account',
  body: optionalJsonBody(deletionBody),
  replies: { 200: { ...message, description: 'It is deleted, or will be' } },
  refusals: ['fresh_sign_in_needed'],
});

export const cancelDeletion = declareCall({
  ...owned,
  method: 'POST',
  path: '/api/settings/account/delete-cancel',
  audit: 'deletion_cancel',
  means: COOKIE_ONLY,
  summary: 'Keep an account that was going to be deleted after 7 days',
  failure: 'Failed to keep account',
  replies: { 200: { ...message, description: 'It stays' } },
  refusals: ['conflict'],
});
