import { foldAddress } from '../../../app/account/account-lookup.ts';
import type { BrowserOf } from '../../../app/account/askers.ts';
import { weaknessOf } from '../../../app/account/passwords.ts';
import type { IsKnown } from '../../../app/account/sessions.ts';
import * as calls from '../../../contracts/calls/account.ts';
import { alongWithOthers, resulting } from '../../kernel/faults.ts';
import { contentTag } from '../../kernel/headers.ts';
import { type StillAllowed, type TryBound, tenWrong } from '../../kernel/limits.ts';
import { networkOf } from '../../kernel/origin.ts';
import type { Fields } from '../../kernel/problems.ts';
import { type Call, json, type Route, route } from '../../kernel/route.ts';
import { type Deps, waitForReadModels } from '../../routes.ts';
import { enter } from './session.ts';

const HOUR_MS = 3_600_000;
const TRIES_AN_HOUR = 100;

/**
 * Limits of wrong tries for an address: from one network, and from everywhere. Strangers can exhaust the second limit, so a
 * browser in which the owner has signed in before has its own limit. The limits are the same for addresses without an account.
 */
async function signInBounds(
  { app, accounts, browsers }: Pick<Deps, 'app' | 'accounts' | 'browsers'>,
  { body, address, context }: Pick<Call<unknown, { readonly email: string }>, 'body' | 'address' | 'context'>,
): Promise<readonly TryBound[]> {
  const tried = app.hashes.keyed('tries', foldAddress(body.email));
  const browser = await browsers.idOf(context.req, () => accounts.ownerOf(body.email));
  const everywhere = { key: `${tried} everywhere`, most: TRIES_AN_HOUR, windowMs: HOUR_MS };
  const slow =
    browser === null
      ? [everywhere]
      : [
          { ...everywhere, most: Number.POSITIVE_INFINITY },
          { ...everywhere, key: `${tried} in ${browser}` },
        ];
  return [tenWrong(`${tried} ${networkOf(address)}`), ...slow];
}

const MAIL_ON_ITS_WAY = { message: 'If this address is known here, a mail is on its way.' };
/** The longest name or address that is searched in a password, in characters. */
const LONGEST_TEXT = 300;
const CHECK_MAIL = 'Check your email for a confirmation link!';

const tokenIn = (body: unknown): string | null => {
  const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : null;
  return typeof token === 'string' && token !== '' ? token.slice(0, 600) : null;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '');

/** Reported together with the errors of other fields. */
async function weakPassword({ password, email, full_name }: Readonly<Record<string, unknown>>): Promise<Fields> {
  const fault = typeof password === 'string' ? await weaknessOf(password, { email: textOf(email), name: textOf(full_name) }) : null;
  return fault === null ? {} : { password: [fault] };
}

/** Open to anyone. */
export function signupRoutes(deps: Deps): readonly Route[] {
  const { accounts, signupCookie, wrongTries } = deps;
  const browserIn =
    ({ context }: Pick<Call<unknown, unknown>, 'context'>): BrowserOf =>
    (userId) =>
      deps.browsers.idOf(context.req, async () => userId);
  const isKnownIn =
    (call: Pick<Call<unknown, unknown>, 'context'>): IsKnown =>
    async (userId) =>
      (await browserIn(call)(userId)) !== null;
  /** Refuses an expired link before other errors of the body are reported. */
  const refuseDeadLink =
    (purpose: 'confirm' | 'reset') =>
    async (_call: unknown, body: unknown): Promise<Fields> => {
      const token = tokenIn(body);
      if (token !== null) await (purpose === 'confirm' ? accounts.signupOf(token) : accounts.holderOf(token, purpose));
      return {};
    };
  const askedBy = (call: Pick<Call<unknown, { readonly email: string }>, 'body' | 'address' | 'context'>) => ({
    email: call.body.email,
    network: networkOf(call.address),
    knownSignups: signupCookie.of(call.context.req),
    browserOf: browserIn(call),
  });
  return [
    route(calls.signUp, {
      faults: [alongWithOthers((_call, given) => weakPassword(given))],
      async handle(call) {
        const { body, address, context, correlationId, newId } = call;
        const { email, password, full_name, timezone } = body;
        const person = { email, password, fullName: full_name, timezone, network: networkOf(address), browserOf: browserIn(call) };
        const { userId, addressOf, createdAt, position } = await accounts.signup(person, correlationId, newId());
        await waitForReadModels(deps, position);
        const metadata = { full_name, avatar_url: null };
        const user = {
          id: userId,
          email,
          email_confirmed_at: null,
          timezone,
          deletion_at: null,
          created_at: createdAt,
          user_metadata: metadata,
        };
        const headers = {
          Location: '/api/auth/user',
          ETag: contentTag({ user }),
          'Set-Cookie': signupCookie.with(context.req, userId),
        };
        return { ...json(201, { user, session: null, message: CHECK_MAIL }, headers), about: addressOf };
      },
    }),
    route(calls.confirmAddress, {
      faults: [resulting(refuseDeadLink('confirm'))],
      async handle(call) {
        const { body, context, correlationId } = call;
        const tried = [tenWrong(`confirm ${await accounts.signupOf(body.token)}`)];
        const confirmation = { ...body, knownSignups: signupCookie.of(context.req) };
        const confirm = () => accounts.confirm(confirmation, correlationId);
        return enter(deps, call, await wrongTries.guard(tried, 'invalid_credentials', confirm));
      },
    }),
    route(calls.resendConfirmation, {
      async handle(call) {
        await accounts.resend(askedBy(call), call.correlationId, call.newId());
        return json(202, MAIL_ON_ITS_WAY);
      },
    }),
    route(calls.requestPasswordLink, {
      async handle(call) {
        await accounts.forgot(askedBy(call), call.correlationId, call.newId());
        return json(202, MAIL_ON_ITS_WAY);
      },
    }),
    route(calls.resetPassword, {
      faults: [resulting(refuseDeadLink('reset'))],
      handle: async (call) =>
        enter(deps, call, await accounts.reset(call.body.token, call.body.password, call.correlationId, isKnownIn(call))),
    }),
    route(calls.signIn, {
      async handle(call) {
        const { email, password } = call.body;
        const attempt = (stillAllowed: StillAllowed) =>
          accounts.signin(email, password, call.correlationId, {
            stillAllowed,
            isKnown: isKnownIn(call),
            network: networkOf(call.address),
          });
        return enter(deps, call, await wrongTries.guard(await signInBounds(deps, call), 'invalid_credentials', attempt));
      },
    }),
  ];
}
