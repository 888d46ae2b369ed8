import type { BrowserOf } from '../../../app/account/askers.ts';
import { weaknessOf } from '../../../app/account/password-strength.ts';
import type { IsKnown } from '../../../app/account/sessions.ts';
import {
  confirmBody,
  emailBody,
  messageAnswer,
  resetBody,
  signedIn,
  signinBody,
  signupAnswer,
  signupBody,
} from '../../../contracts/auth.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { jsonBody } from '../../kernel/bodies.ts';
import { contentTag } from '../../kernel/etag.ts';
import { networkOf } from '../../kernel/networks.ts';
import type { Fields } from '../../kernel/problems.ts';
import { type AnyRoute, type Call, json, route } from '../../kernel/route.ts';
import { type StillAllowed, tenWrong } from '../../kernel/wrong-tries.ts';
import { enter } from './enter.ts';
import { signInBounds } from './sign-in-bounds.ts';

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
export function signupRoutes(deps: Deps): readonly AnyRoute[] {
  const { accounts, signupCookie, wrongTries } = deps;
  const entry = { tag: 'Auth', access: 'anyone', credentials: true } as const;
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
    route({
      ...entry,
      method: 'POST',
      path: '/api/auth/signup',
      audit: 'signup',
      secrets: ['session'],
      summary: 'Sign up',
      description:
        'Answers alike whether or not the address is known; its owner gets a mail. Until one is confirmed, sign-ups of one address stand side by side.',
      body: jsonBody(signupBody),
      dryRun: async (_call, given) => weakPassword(given),
      replies: { 201: { description: 'Signed up, to be confirmed by mail', schema: signupAnswer, location: true, etag: true } },
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
    route({
      ...entry,
      method: 'POST',
      path: '/api/auth/confirm',
      audit: 'confirm',
      secrets: ['session'],
      summary: 'Confirm an address, and sign in',
      description:
        'The browser that signed up is known by a cookie. Any other is asked for the password of that sign-up. Other sign-ups with the address end.',
      body: jsonBody(confirmBody),
      before: refuseDeadLink('confirm'),
      replies: { 200: { description: 'Signed in', schema: signedIn } },
      refusals: ['token_invalid', 'password_needed', 'invalid_credentials'],
      async handle(call) {
        const { body, context, correlationId } = call;
        const tried = [tenWrong(`confirm ${await accounts.signupOf(body.token)}`)];
        const confirmation = { ...body, knownSignups: signupCookie.of(context.req) };
        const confirm = () => accounts.confirm(confirmation, correlationId);
        return enter(deps, call, await wrongTries.guard(tried, 'invalid_credentials', confirm));
      },
    }),
    route({
      ...entry,
      method: 'POST',
      path: '/api/auth/resend',
      audit: 'resend',
      summary: 'Send the confirmation mail again',
      body: jsonBody(emailBody),
      replies: { 202: { description: 'Taken note of, whoever it is', schema: messageAnswer } },
      async handle(call) {
        await accounts.resend(askedBy(call), call.correlationId, call.newId());
        return json(202, MAIL_ON_ITS_WAY);
      },
    }),
    route({
      ...entry,
      method: 'POST',
      path: '/api/auth/forgot',
      audit: 'forgot',
      summary: 'Ask for a link to set a new password',
      body: jsonBody(emailBody),
      replies: { 202: { description: 'Taken note of, whoever it is', schema: messageAnswer } },
      async handle(call) {
        await accounts.forgot(askedBy(call), call.correlationId, call.newId());
        return json(202, MAIL_ON_ITS_WAY);
      },
    }),
    route({
      ...entry,
      method: 'POST',
      path: '/api/auth/reset',
      audit: 'reset',
      secrets: ['session'],
      summary: 'Set a new password by a link; every other session ends',
      body: jsonBody(resetBody),
      before: refuseDeadLink('reset'),
      replies: { 200: { description: 'Signed in', schema: signedIn } },
      refusals: ['token_invalid'],
      handle: async (call) =>
        enter(deps, call, await accounts.reset(call.body.token, call.body.password, call.correlationId, isKnownIn(call))),
    }),
    route({
      ...entry,
      method: 'POST',
      path: '/api/auth/signin',
      audit: 'signin',
      secrets: ['session'],
      summary: 'Sign in',
      body: jsonBody(signinBody),
      replies: { 200: { description: 'Signed in', schema: signedIn } },
      refusals: ['invalid_credentials', 'email_not_confirmed'],
      description:
        'Ends the session that was in this browser. After 10 wrong tries for one address from one network address (IPv6: its /64) in 15 minutes, or 100 from everywhere in an hour: 429. The second bound does not hold in a browser where the address was signed in before.',
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
