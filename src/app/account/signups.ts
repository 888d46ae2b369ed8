import { accountDecider, addressDecider } from '../../domain/account/decide.ts';
import { accountStream } from '../../domain/account/events.ts';
import { addressStream } from '../../domain/account/sign-in-events.ts';
import type { Account } from '../../domain/account/state.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import type { KeyedMutex } from '../../ports/coordination.ts';
import { isReplaced, SIDE_BY_SIDE, signup, signupsFrom, signupsOf } from '../../projections/account/signups.ts';
import type { AfterAnswers } from '../after-answers.ts';
import type { App } from '../app.ts';
import { idFrom, type Lookup } from './account-lookup.ts';
import { answerSignup } from './answer-signup.ts';
import { type BrowserOf, type MayMail, sourceOf } from './askers.ts';
import { endSignup } from './end-signups.ts';
import type { LinkTokenUse } from './link-requests.ts';
import { hashPassword, verifyPassword, weaknessOf } from './passwords.ts';
import { asUser, NotAuthentic, type SignedIn, startSession } from './sessions.ts';

export interface Signup {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  readonly timezone: string;
  readonly network?: string;
  /** Distinguishes a known browser from others, if the address has an account. */
  readonly browserOf?: BrowserOf;
}
export type ConfirmedPerson = Pick<Signup, 'email' | 'fullName' | 'timezone'>;

export interface SignedUp {
  readonly userId: string;
  /** The user with this address. It is another user if the address was known, but the answer does not show this. */
  readonly addressOf: string;
  readonly createdAt: string;
  readonly position: Position;
}

export interface Confirmation {
  readonly token: string;
  /** The password of the sign-up. It is not needed in the browser that signed up. */
  readonly password?: string | undefined;
  /** Ids of sign-ups that were made in the same browser, according to its cookie. */
  readonly knownSignups?: readonly string[];
}

export interface SignupParts {
  readonly lookup: Lookup;
  readonly links: LinkTokenUse;
  readonly mutex: KeyedMutex;
  readonly afterAnswers: AfterAnswers;
  readonly mayMail: MayMail;
}

/** How many sign-ups of an address are read when somebody signs in with it. */
const LOOKED_AT = 20;

/** Every sign-up is an account of its own. An address belongs to the first of them that is confirmed. */
export function createSignups(app: App, { lookup, links, mutex, afterAnswers, mayMail }: SignupParts) {
  const { keys, hashes, credentials, linkTokens } = app;

  /** Sign-ups of one address share a salt, so that a sign-in needs only one derivation, however many sign-ups there are. */
  const saltOf = (addressKey: string): Uint8Array => Buffer.from(hashes.keyed('signup salt', addressKey), 'hex').subarray(0, 16);

  /**
   * The account of a sign-up that can still be confirmed.
   * @throws NotAuthentic token_invalid if there is none
   */
  async function waiting(userId: string): Promise<Account> {
    const account = await lookup.load(userId);
    if (account.status === 'none') throw new NotAuthentic('token_invalid');
    // A confirmation that was interrupted can continue with the same link.
    if (account.status === 'confirmed') return account;
    const holder = await lookup.holder(account.address_key);
    const taken = holder !== null && holder !== userId && (await lookup.load(holder)).status === 'confirmed';
    const found = taken ? null : await signup(app.views, userId);
    if (taken || (found !== null && (await isReplaced(app.views, found)))) throw new NotAuthentic('token_invalid');
    return account;
  }

  /**
   * Gives the address to this sign-up.
   * @throws NotAuthentic token_invalid if it belongs to a confirmed account
   */
  async function reserve(userId: string, addressKey: string, correlationId: string): Promise<void> {
    const holder = await lookup.holder(addressKey);
    const other = holder !== null && holder !== userId ? holder : null;
    // After this, no process can confirm the other sign-up.
    if (other !== null && (await endSignup(app, other, { how: 'overtaken', correlationId })).state.status !== 'none')
      throw new NotAuthentic('token_invalid');
    const command = { type: 'Reserve', userId, instead: other } as const;
    const { state } = await handle(app, addressDecider, addressStream(addressKey), command, asUser(userId, correlationId));
    if (state.user_id !== userId) throw new NotAuthentic('token_invalid');
  }

  async function register(userId: string, key: string, input: Signup, correlationId: string): Promise<Position | null> {
    const hash = await hashPassword(input.password, saltOf(key));
    await keys.createKey(userId);
    await credentials.setPassword(userId, hash);
    const { email, fullName, timezone, network } = input;
    const person = { timezone, identity: { email, full_name: fullName } };
    const command = { type: 'Register', addressKey: key, source: sourceOf(app, key, network), ...person } as const;
    return (await handle(app, accountDecider, accountStream(userId), command, asUser(userId, correlationId))).position;
  }

  return {
    /**
     * Signs up. Before the answer a known and a new address cause the same work; afterwards the program decides which mail to send.
     * `requestId`: repeating a request with the same id gives the same sign-up.
     */
    async signup(input: Signup, correlationId: string, requestId: string = app.newId()): Promise<SignedUp> {
      const fault = await weaknessOf(input.password, { email: input.email, name: input.fullName });
      if (fault) throw new RuleViolation('validation_failed', fault, { password: [fault] });
      const key = lookup.addressKey(input.email);
      const userId = idFrom(hashes.keyed('user', requestId));
      const before = await lookup.load(userId);
      const isNew = before.status === 'none' && before.left === undefined;
      const position = isNew ? await register(userId, key, input, correlationId) : null;
      const addressOf = (await lookup.holder(key)) ?? userId;
      afterAnswers.run(() =>
        mutex(`account ${key}`, () => answerSignup(app, userId, { correlationId, mayMail, browserOf: input.browserOf })),
      );
      const createdAt = before.status === 'none' ? app.clock.now() : before.created_at;
      return { userId, addressOf, createdAt, position: position ?? (await app.store.head()) };
    },

    /**
     * The id of the sign-up that a link belongs to. The link stays valid.
     * @throws NotAuthentic token_invalid
     */
    async signupOf(token: string): Promise<string> {
      const userId = await links.holderOf(token, 'confirm');
      await waiting(userId);
      return userId;
    },

    /** @throws NotAuthentic token_invalid, password_needed, invalid_credentials */
    async confirm({ token, password, knownSignups = [] }: Confirmation, correlationId: string): Promise<SignedIn> {
      const userId = await links.holderOf(token, 'confirm');
      const { address_key } = await waiting(userId);
      if (!knownSignups.includes(userId)) {
        if (password === undefined) throw new NotAuthentic('password_needed');
        if (!(await verifyPassword(password, await credentials.password(userId)))) throw new NotAuthentic('invalid_credentials');
      }
      return mutex(`account ${address_key}`, () =>
        links.withToken(token, async () => {
          await waiting(userId);
          await reserve(userId, address_key, correlationId);
          await linkTokens.endTokens(userId, 'confirm');
          await handle(app, accountDecider, accountStream(userId), { type: 'Confirm' }, asUser(userId, correlationId));
          return startSession(app, { userId, how: 'confirm', correlationId });
        }),
      );
    },

    /** Signs up a person whose address a provider has verified. The caller holds the address's lock. Returns the account's id. */
    async signupConfirmed({ email, fullName, timezone }: ConfirmedPerson, correlationId: string): Promise<string> {
      const userId = idFrom(hashes.keyed('user', app.newId()));
      const key = lookup.addressKey(email);
      await keys.createKey(userId);
      const command = { type: 'Register', addressKey: key, timezone, identity: { email, full_name: fullName } } as const;
      await handle(app, accountDecider, accountStream(userId), command, asUser(userId, correlationId));
      await reserve(userId, key, correlationId);
      await handle(app, accountDecider, accountStream(userId), { type: 'Confirm' }, asUser(userId, correlationId));
      return userId;
    },

    /** The stored passwords of the newest sign-ups with an address. Those from the same network address come first. */
    async passwords(addressKey: string, network: string | undefined): Promise<readonly string[]> {
      const near = await signupsFrom(app.views, addressKey, sourceOf(app, addressKey, network));
      const newest = (await signupsOf(app.views, addressKey, { limit: LOOKED_AT })).items;
      const counting = newest.filter(
        ({ doc }, place) =>
          doc.source === null || newest.slice(0, place).filter((other) => other.doc.source === doc.source).length < SIDE_BY_SIDE,
      );
      const ids = new Set([...near, ...counting].map(({ id }) => id));
      const stored = await Promise.all([...ids].map((id) => credentials.password(id)));
      return stored.filter((one) => one !== null);
    },
  };
}
