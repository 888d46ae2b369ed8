import { queryOptions } from '@tanstack/react-query';
import type { OwnUser, Session, User } from '../../src/contracts/auth.ts';
import type { FreshReturn, Platform } from '../../src/contracts/connection.ts';
import { addressOf, json, pathOf, send } from './client.ts';
import { correctClock } from './clock.ts';

export type { OwnUser, Session, User } from '../../src/contracts/auth.ts';

export interface SessionAnswer {
  user: User | null;
  session: Session | null;
}
export interface SignedIn {
  user: User;
  session: Session;
}

export const sessionKeys = { all: ['session'] as const, me: ['session', 'me'] as const };

async function getSession(signal: AbortSignal): Promise<SessionAnswer> {
  const answer = await json<SessionAnswer>('/api/auth/session', { signal, fallback: 'Failed to get session' });
  if (answer.session) correctClock(new Date(Date.parse(answer.session.expires_at) - answer.session.expires_in * 1_000).toISOString());
  return answer;
}

/** The user and the session, polled every 30 s. Both are null when nobody is signed in. */
export const sessionQuery = () =>
  queryOptions({ queryKey: sessionKeys.all, queryFn: ({ signal }) => getSession(signal), refetchInterval: 30_000, staleTime: 15_000 });

export const ownUserKeys = { all: ['own user'] as const };
/** The person who is signed in, with what they need for signing in. */
export const ownUserQuery = () =>
  queryOptions({
    queryKey: ownUserKeys.all,
    queryFn: async ({ signal }) => (await json<{ user: OwnUser }>('/api/auth/user', { signal, fallback: 'Failed to get user' })).user,
  });

/** The address at which somebody signs in with a provider. `more`: the zone of an account that is made, or what a return is for. */
export const signInAddress = (platform: Platform, more: { timezone?: string; for?: FreshReturn } = {}): string =>
  addressOf(pathOf(`/api/auth/oauth/${platform}`, more));

export const signIn = (body: { email: string; password: string }) =>
  json<SignedIn>('/api/auth/signin', { method: 'POST', body, fallback: 'Login failed' });

export interface SignUp {
  email: string;
  password: string;
  full_name: string;
  timezone: string;
}
/** Signs up. `options.emailRedirectTo` is the origin plus '/', as the specification requires. */
export const signUp = (body: SignUp) =>
  json<{ user: User; session: null; message: string }>('/api/auth/signup', {
    method: 'POST',
    body: { ...body, options: { emailRedirectTo: `${location.origin}/` } },
    fallback: 'Sign up failed',
  });

export const signOut = (body: { everywhere?: boolean } = {}) =>
  send('/api/auth/signout', { method: 'POST', body, fallback: 'Failed to sign out' }).then(() => undefined);

/** `password`: of the sign-up, where another browser asks. */
export const confirmEmail = (body: { token: string; password?: string }) =>
  json<SignedIn>('/api/auth/confirm', { method: 'POST', body, fallback: 'Failed to confirm the address' });
export const resendConfirmation = (body: { email: string }) =>
  send('/api/auth/resend', { method: 'POST', body, fallback: 'Failed to send the mail again' }).then(() => undefined);
export const forgotPassword = (body: { email: string }) =>
  send('/api/auth/forgot', { method: 'POST', body, fallback: 'Failed to send the mail' }).then(() => undefined);
export const resetPassword = (body: { token: string; password: string }) =>
  json<SignedIn>('/api/auth/reset', { method: 'POST', body, fallback: 'Failed to set the password' });
/** Who has no password yet leaves the current one out. */
export const changePassword = (body: { current_password?: string; new_password: string }) =>
  json<SignedIn>('/api/auth/password', { method: 'POST', body, fallback: 'Failed to change the password' });
