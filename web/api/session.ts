import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type * as wire from '../../src/contracts/account.ts';
import type { confirmBody, emailBody, passwordBody, resetBody, signinBody, signoutBody, signupBody } from '../../src/contracts/account.ts';
import * as calls from '../../src/contracts/calls/account.ts';
import type { FreshReturn, Platform } from '../../src/contracts/connection.ts';
import { LIVE_POSITION } from '../../src/contracts/live.ts';
import { addressOf, pathOf } from './client.ts';
import { correctClock } from './clock.ts';
import { keepPosition, positionOfDocument } from './live/position.ts';
import type { Camel } from './names.ts';
import { request, requestDone, requestHeaded } from './request.ts';

export type OwnUser = Camel<wire.OwnUser>;
export type SessionAnswer = Camel<wire.SessionAnswer>;
export type SignedIn = Camel<wire.SignedIn>;
export type User = Camel<wire.User>;

type BodyOf<Schema extends z.ZodType> = Camel<z.input<Schema>>;

export const sessionKeys = { all: ['session'] as const, me: ['session', 'me'] as const };

async function getSession(client: QueryClient, signal: AbortSignal): Promise<SessionAnswer> {
  const { value: answer, headers } = await requestHeaded(calls.readSession, { signal });
  keepPosition(client, positionOfDocument() ?? headers.get(LIVE_POSITION), sessionKeys.all[0]);
  if (answer.session) correctClock(new Date(Date.parse(answer.session.expiresAt) - answer.session.expiresIn * 1_000).toISOString());
  return answer;
}

/** Polled every 30 s. User and session are null if nobody is signed in. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: sessionKeys.all,
    queryFn: ({ client, signal }) => getSession(client, signal),
    refetchInterval: 30_000,
    staleTime: 15_000,
  });

export const ownUserKeys = { all: ['own user'] as const };
/** The signed-in user with their ways to sign in. */
export const ownUserQuery = () =>
  queryOptions({
    queryKey: ownUserKeys.all,
    queryFn: async ({ signal }) => (await request(calls.readOwnUser, { signal })).user,
  });

/**
 * The address that starts a sign-in with a provider. `timezone` is used for a new account; `for` is the purpose of a fresh
 * return from the provider.
 */
export const signInAddress = (platform: Platform, more: { timezone?: string; for?: FreshReturn } = {}): string =>
  addressOf(pathOf(calls.signInWith[platform].path, more));

export const signIn = (body: BodyOf<typeof signinBody>) => request(calls.signIn, { body });

export type SignUp = Required<Omit<BodyOf<typeof signupBody>, 'options'>>;
/** `options.emailRedirectTo` is the origin plus '/', as the specification requires. */
export const signUp = (body: SignUp) => request(calls.signUp, { body: { ...body, options: { emailRedirectTo: `${location.origin}/` } } });

export const signOut = (body: BodyOf<typeof signoutBody> = {}) => requestDone(calls.signOut, { body });

/** `password`: the password of the sign-up, which the server asks for if another browser signed up. */
export const confirmEmail = (body: BodyOf<typeof confirmBody>) => request(calls.confirmAddress, { body });
export const resendConfirmation = (body: BodyOf<typeof emailBody>) => requestDone(calls.resendConfirmation, { body });
export const forgotPassword = (body: BodyOf<typeof emailBody>) => requestDone(calls.requestPasswordLink, { body });
export const resetPassword = (body: BodyOf<typeof resetBody>) => request(calls.resetPassword, { body });
/** A person without a password leaves the current one out. */
export const changePassword = (body: BodyOf<typeof passwordBody>) => request(calls.changePassword, { body });

/** Stored only in this browser; the server does not know whether the introduction was shown. */
const ONBOARDING_FLAG = 'hasSeenOnboarding';

/** True if the browser does not allow storage, because the introduction would otherwise appear every time. */
export function hasSeenOnboarding(): boolean {
  try {
    return localStorage.getItem(ONBOARDING_FLAG) !== null;
  } catch {
    return true;
  }
}

export function setSeenOnboarding(): void {
  try {
    localStorage.setItem(ONBOARDING_FLAG, 'true');
  } catch {
    // Without storage `hasSeenOnboarding` returns true anyway.
  }
}
