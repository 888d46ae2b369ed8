import { foldAddress } from '../../../app/account/account-lookup.ts';
import type { BrowserOf } from '../../../app/account/askers.ts';
import { weaknessOf } from '../../../app/account/passwords.ts';
import type { IsKnown } from '../../../app/account/sessions.ts';
import * as calls from '../../../contracts/calls/account.ts';
import { contentTag } from '../../kernel/etag.ts';
import { type StillAllowed, type TryBound, tenWrong } from '../../kernel/limits.ts';
import { networkOf } from '../../kernel/networks.ts';
import type { Fields } from '../../kernel/problems.ts';
import { type Call, json, type Route, route } from '../../kernel/route.ts';
import { type Deps, waitForReadModels } from '../../routes.ts';
import { enter } from './session.ts';

const HOUR_MS = 3_600_000;
const TRIES_AN_HOUR = 100;

/**
 * The bounds on wrong tries with an address: from one network, and from everywhere. Strangers reach the second one too; so a
 * browser in which its owner has signed in before is let through, with a bound of its own. They hold for addresses that
 * nobody has as for others.
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
/** Of an address or a name that is looked for in a password. */
const LONGEST_TEXT = 300;
const CHECK_MAIL = 'Check your email for a confirmation link!';

const tokenIn = (body: unknown): string | null => {
  const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : null;
  return typeof token === 'string' && token !== '' ? token.slice(0, 600) : null;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '');

/** The fault of the password, to be reported along with those of other fields. */
async function weakPassword({ password, email, full_name }: Readonly<Record<string, unknown>>): Promise<Fields> {
  const fault = typeof password === 'string' ? await weaknessOf(password, { email: textOf(email), name: textOf(full_name) }) : null;
  return fault === null ? {} : { password: [fault] };
}

/** Signing up, signing in, and the links in mails. These calls are open to anyone. */
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
  /** Refuses a link that does not work any more, before other faults of the body are reported. */
  const refuseDeadLink = (purpose: 'confirm' | 'reset') => async (body: unknown) => {
    const token = tokenIn(body);
    if (token !== null) await (purpose === 'confirm' ? accounts.signupOf(token) : accounts.holderOf(token, purpose));
  };
  const askedBy = (call: Pick<Call<unknown, { readonly email: string }>, 'body' | 'address' | 'context'>) => ({
    email: call.body.email,
    network: networkOf(call.address),
    knownSignups: signupCookie.of(call.context.req),
    browserOf: browserIn(call),
  });
  return [
    route(calls.signUp, {
      dryRun: async (_call, given) => weakPassword(given),
      async handle(call) {
        const { body, address, context, correlationId, newId } = call;
        const { email, password, full_name, timezone } = body;
        const person = { email, password, fullName: full_name, timezone, network: networkOf(address), browserOf: browserIn(call) };
        const { userId, addressOf, createdAt, position } = await accounts.signup(person, correlationId, newId());
        await waitForReadModels(deps, position);
        const metadata = { full_name, avatar_url: null };
        const user = { id: userId, email, email_confirmed_at: null, timezone, created_at: createdAt, user_metadata: metadata };
        const headers = {
          Location: '/api/auth/user',
          ETag: contentTag({ user }),
          'Set-Cookie': signupCookie.with(context.req, userId),
        };
        return { ...json(201, { user, session: null, message: CHECK_MAIL }, headers), about: addressOf };
      },
    }),
    route(calls.confirmAddress, {
      before: refuseDeadLink('confirm'),
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
      before: refuseDeadLink('reset'),
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
