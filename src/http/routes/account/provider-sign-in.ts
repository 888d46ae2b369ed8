import { randomBytes } from 'node:crypto';
import { NotAuthentic } from '../../../app/account/sessions.ts';
import { carriedBy, newState, STATE_LIFETIME, type StateHolder, secretsOf, takeState } from '../../../app/connection/states.ts';
import { isAddress } from '../../../contracts/address.ts';
import * as calls from '../../../contracts/calls/account.ts';
import { type FreshReturn, PLATFORMS, type Platform } from '../../../contracts/connection.ts';
import { PLATFORM_NAMES as NAMES } from '../../../contracts/words/platforms.ts';
import { type OAuthPerson, type OAuthProvider, ProviderRefused, ProviderUnavailable } from '../../../ports/oauth.ts';
import { noteForAudit } from '../../kernel/audit.ts';
import { isLook, originOf, parameter } from '../../kernel/dispatch.ts';
import type { Principal } from '../../kernel/principal.ts';
import { type Answer, type Call, type Route, redirect, route } from '../../kernel/route.ts';
import { createCookie, hostCookieName } from '../../kernel/session.ts';
import type { Deps, Site } from '../../routes.ts';
import { enter } from './session.ts';

/** The longest error text shown, in characters. */
const LONGEST_ERROR = 300;
const LONGEST_NAME = 200;
const LONGEST_ADDRESS = 254;

/** 32 bytes in base64url. */
const BROWSER = /^[\w-]{43}$/;
const BROKEN_OFF = 'This sign-in was broken off, or took too long. Try again.';

/** State that travels with a sign-in. */
interface Carried {
  readonly timezone: string;
  readonly to: string;
  /**
   * Only the owner of this account may return. Null: anybody may. A sign-in that an earlier version started does not have the
   * field.
   */
  readonly only?: string | null;
}

/** The next page, by the purpose of the return. */
const WAYS_ON: Readonly<Record<FreshReturn, string>> = { deletion: '/settings/account', password: '/profile#password' };

type Callback = Call<Readonly<Record<string, unknown>>, unknown, Principal | null>;

const failed = (error: string): Answer =>
  redirect(
    `/auth?${new URLSearchParams({
      error: error
        .replaceAll(/\p{C}+/gu, ' ')
        .slice(0, LONGEST_ERROR)
        .toWellFormed(),
    })}`,
  );

/**
 * @throws the error if it does not come from a provider
 */
function failedBy(error: unknown, name: string): Answer {
  if (error instanceof ProviderRefused) return failed(error.message);
  if (error instanceof ProviderUnavailable) return failed(`${name} does not answer right now. Try again in a moment.`);
  if (error instanceof NotAuthentic) return failed(BROKEN_OFF);
  throw error;
}

/** Leaves out a name or an address that the program does not accept. */
const usable = ({ id, name, email }: OAuthPerson): OAuthPerson => ({
  id,
  name: [...name.replaceAll(/\p{C}+/gu, ' ').trim()].slice(0, LONGEST_NAME).join(''),
  email: email !== null && isAddress(email.address) && email.address.length <= LONGEST_ADDRESS ? email : null,
});

/** Browsers navigate to these calls. They are open to anyone. */
export function providerSignInRoutes(deps: Deps, { secure }: Site): readonly Route[] {
  const { app, accounts, browsers, sessions } = deps;
  const cookie = createCookie(hostCookieName('vouch_oauth', secure), secure);

  /** The browser that started the sign-in, by its cookie, and the platform. Only this browser can finish it. */
  const holderOf = (browser: string, platform: Platform): StateHolder => {
    const source = app.hashes.keyed('oauth browser', browser);
    return { purpose: 'provider_signin', userId: `browser ${source}`, source, platform };
  };
  const wayOf = (platform: Platform, context: Call<unknown, unknown>['context'], state: string) => ({
    purpose: 'signin' as const,
    redirectUri: `${originOf(context, secure)}${calls.comeBackFrom[platform].path}`,
    state,
    ...secretsOf(app, `signin ${platform}`, state),
  });

  async function signIn(platform: Platform, provider: OAuthProvider, state: string, call: Callback): Promise<Answer> {
    const { context, correlationId } = call;
    // The program wrote this text, and `takeState` has verified it.
    const { timezone, to, only = null } = JSON.parse(carriedBy(state)) as Carried;
    const { tokens, person } = await provider.finish(wayOf(platform, context, state), context.search);
    // The token served only to identify the person.
    await provider.discard(tokens).catch(() => undefined);
    const signedIn = await accounts.signinWith({
      ...{ platform, provider: provider.name, person: usable(person), timezone, only, correlationId },
      isKnown: async (userId) => (await browsers.idOf(context.req, async () => userId)) !== null,
    });
    const { headers, cookies = [], about } = await enter(deps, call, signedIn);
    noteForAudit(context, { act: 'signin', account: signedIn.userId });
    return { ...redirect(to, { 'Set-Cookie': headers?.['Set-Cookie'] ?? '' }), cookies, ...(about !== undefined && { about }) };
  }

  async function comeBack(platform: Platform, call: Callback): Promise<Answer> {
    const { context, query } = call;
    const browser = cookie.in(context.req.headers);
    const state = parameter(query, 'state');
    if (isLook(context) || browser === null || state === null || !(await takeState(app, state, holderOf(browser, platform))))
      return failed(BROKEN_OFF);
    const error = parameter(query, 'error');
    const provider = app.oauth[platform];
    if (provider === null) return failed(`Signing in with ${NAMES[platform]} is not set up on this server.`);
    if (error !== null) return failed(parameter(query, 'error_description') ?? refusedWords(error, provider.name));
    return signIn(platform, provider, state, call).catch((refused) => failedBy(refused, provider.name));
  }

  return PLATFORMS.flatMap((platform) => [
    route(calls.signInWith[platform], {
      async handle({ context, query }) {
        const provider = app.oauth[platform];
        if (provider === null) return failed(`Signing in with ${NAMES[platform]} is not set up on this server.`);
        const known = cookie.in(context.req.headers) ?? '';
        const browser = BROWSER.test(known) ? known : randomBytes(32).toString('base64url');
        const { timezone = 'UTC', for: purpose } = query;
        const here = purpose === undefined ? null : await sessions.inBrowser(context.req);
        const to = purpose === undefined ? '/dashboard' : WAYS_ON[purpose];
        const carried: Carried = { timezone, to, only: here?.user_id ?? null };
        const state = await newState(app, holderOf(browser, platform), JSON.stringify(carried));
        return provider.start(wayOf(platform, context, state)).then(
          (to) => redirect(to, { 'Set-Cookie': cookie.with(browser, STATE_LIFETIME / 1_000) }),
          (error) => failedBy(error, provider.name),
        );
      },
    }),
    route(calls.comeBackFrom[platform], {
      handle: (call) => comeBack(platform, call),
    }),
  ]);
}

const refusedWords = (error: string, name: string): string =>
  error === 'access_denied' ? `You did not allow Vouch to learn from ${name} who you are.` : `${name} refused: ${error}.`;
