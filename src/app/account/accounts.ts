import { addressStream } from '../../domain/account/address-events.ts';
import { type AccountCommand, accountDecider, addressDecider } from '../../domain/account/decide.ts';
import { accountStream } from '../../domain/account/events.ts';
import type { Account, AccountState } from '../../domain/account/state.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { type Handled, handle } from '../../domain/kernel/handle.ts';
import type { TokenPurpose } from '../../ports/link-tokens.ts';
import { createAfterAnswers } from '../after-answers.ts';
import type { App } from '../app.ts';
import { HOUR_MS, type LinkMail, type MailRequest, requestMail, tokenHash } from '../delivery/account-mails.ts';
import { createQuota } from '../delivery/quota.ts';
import { createKeyedMutex } from '../keyed-mutex.ts';
import { createRateCounters } from '../shared.ts';
import { advanceDeletion } from './account-deletion.ts';
import { createLookup, type Found, idFrom } from './account-lookup.ts';
import { NotAuthentic } from './not-authentic.ts';
import { createPasswordChanges } from './password-changes.ts';
import { weaknessOf } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { asUser, type IsKnown, type SignedIn, startSession } from './sessions.ts';
import { createSignIns } from './sign-ins.ts';

export interface Signup {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  readonly timezone: string;
}
export interface SignedUp {
  readonly userId: string;
  /** The user whose address it is: another one, where the address was known. Nobody is told. */
  readonly addressOf: string;
  readonly createdAt: string;
  readonly position: Position;
}

/** How many mails strangers can have sent to one account in an hour. */
const MAILS_AN_HOUR = 20;

const weak = (field: string, sentence: string): RuleViolation => new RuleViolation('validation_failed', sentence, { [field]: [sentence] });

export type Accounts = ReturnType<typeof createAccounts>;

/** The use cases of accounts. `onFault` is called with errors that happen after an answer was given. */
export function createAccounts(app: App, onFault: (error: unknown) => void) {
  const { keys, hashes, credentials, sessions, linkTokens, clock } = app;
  const mutex = app.shared?.mutex ?? createKeyedMutex();
  const afterAnswers = createAfterAnswers(onFault);

  const { addressKey, load, find, identity } = createLookup(app);
  const mayWrite = createQuota(app.shared?.rateCounters ?? createRateCounters(), clock, MAILS_AN_HOUR, HOUR_MS);
  const send = (userId: string, command: AccountCommand, correlationId: string): Promise<Handled<AccountState>> =>
    handle(app, accountDecider, accountStream(userId), command, asUser(userId, correlationId));

  /** A mail that anybody who knows the address can ask for. Null when the owner has already had the most that may be sent in an hour. */
  async function mailTo(userId: string, account: Account, kind: LinkMail['kind'], asked: MailRequest): Promise<Position | null> {
    if (!(await mayWrite(`letter ${userId}`))) return null;
    const { email: to, name } = await identity(userId, account);
    return requestMail(app, { kind, userId, to, name }, asked);
  }

  async function register(input: Signup, hash: string, asked: MailRequest): Promise<SignedUp> {
    const { correlationId } = asked;
    const { key, userId: known, state, invented } = await released(input.email);
    if (known !== null && state.status === 'confirmed') return knownAlready(known, state, invented, asked);
    const userId = known ?? (await reserve(key, correlationId));
    await keys.createKey(userId);
    await credentials.setPassword(userId, hash);
    const identity = { email: input.email, full_name: input.fullName };
    const { state: account } = await send(userId, { type: 'Register', addressKey: key, timezone: input.timezone, identity }, correlationId);
    const mail: LinkMail = { kind: 'confirmation', userId, to: input.email, name: input.fullName };
    return { userId, addressOf: userId, createdAt: (account as Account).created_at, position: await requestMail(app, mail, asked) };
  }

  /** Finishes a deletion that was interrupted, so that the address is free again. @throws StoreUnavailable where it cannot be */
  async function released(email: string): Promise<Found> {
    const found = await find(email);
    if (found.userId === null || found.state.status !== 'none' || !found.state.left) return found;
    await advanceDeletion(app, found.userId);
    const again = await find(email);
    if (again.userId === found.userId) throw new StoreUnavailable('The former account of this address is being deleted.');
    return again;
  }

  async function reserve(key: string, correlationId: string): Promise<string> {
    const userId = idFrom(hashes.keyed('user', app.newId()));
    await keys.createKey(userId);
    const handled = await handle(app, addressDecider, addressStream(key), { type: 'Reserve', userId }, asUser(userId, correlationId));
    return handled.state.user_id as string;
  }

  /** The owner gets a mail. Whoever signed up gets the same answer as for a new address, after about as many durable writes. */
  async function knownAlready(owner: string, account: Account, invented: string, asked: MailRequest): Promise<SignedUp> {
    await writeForNothing(invented);
    const written = await mailTo(owner, account, 'known_address', asked);
    if (written === null) await writeForNothing(invented);
    return { userId: invented, addressOf: owner, createdAt: clock.now(), position: written ?? (await app.store.head()) };
  }

  /** Makes three durable writes that leave nothing behind, as many as an account or a mail takes. */
  async function writeForNothing(userId: string): Promise<void> {
    const token = { token_hash: tokenHash(app.newId()), purpose: 'confirm', user_id: userId, expires_at: clock.now() } as const;
    await linkTokens.putToken(token);
    await linkTokens.putToken(token);
    await linkTokens.takeToken(token.token_hash);
  }

  /** The user to whom a token belongs. The token stays valid. @throws NotAuthentic for an unknown or expired token */
  async function holderOf(token: string, purpose: TokenPurpose): Promise<string> {
    const found = await linkTokens.token(tokenHash(token));
    if (found === null || found.purpose !== purpose || found.expires_at <= clock.now()) throw new NotAuthentic('token_invalid');
    return found.user_id;
  }

  /** Uses up the token for the work, and puts it back when the work failed. */
  async function withToken<T>(token: string, work: () => Promise<T>): Promise<T> {
    const taken = await linkTokens.takeToken(tokenHash(token));
    if (taken === null) throw new NotAuthentic('token_invalid');
    try {
      return await work();
    } catch (error) {
      await linkTokens.putToken(taken);
      throw error;
    }
  }

  const passwords = createPasswordChanges(app, { load, identity });

  return {
    load,
    holderOf,
    /** Resolves when all work that was left for after an answer has ended. */
    drain: afterAnswers.drain,

    /** `mailId`: the id of the mail; a repeated request with the same id sends it once. */
    async signup(input: Signup, correlationId: string, mailId?: string): Promise<SignedUp> {
      const fault = await weaknessOf(input.password, { email: input.email, name: input.fullName });
      if (fault) throw weak('password', fault);
      const hash = await hashPassword(input.password);
      return mutex(`account ${addressKey(input.email)}`, () => register(input, hash, { correlationId, mailId }));
    },

    async confirm(token: string, correlationId: string): Promise<SignedIn> {
      const userId = await holderOf(token, 'confirm');
      const key = ((await load(userId)) as Partial<Account>).address_key ?? userId;
      return mutex(`account ${key}`, () =>
        withToken(token, async () => {
          await send(userId, { type: 'Confirm' }, correlationId);
          return startSession(app, { userId, how: 'confirm', correlationId });
        }),
      );
    },

    /**
     * Sends a new confirmation mail to an account that is not confirmed, and otherwise nothing. The answer does not wait
     * for it. `mailId`: as in `signup`.
     */
    async resend(email: string, correlationId: string, mailId?: string): Promise<void> {
      const { userId, state } = await find(email);
      if (userId !== null && state.status === 'registered')
        afterAnswers.run(() => mailTo(userId, state, 'confirmation', { correlationId, mailId }));
    },

    async forgot(email: string, correlationId: string, mailId?: string): Promise<void> {
      const { userId, state } = await find(email);
      if (userId === null || state.status === 'none') return;
      afterAnswers.run(() =>
        mailTo(userId, state, state.status === 'confirmed' ? 'password_reset' : 'confirmation', { correlationId, mailId }),
      );
    },

    async reset(token: string, password: string, correlationId: string, isKnown: IsKnown): Promise<SignedIn> {
      const userId = await holderOf(token, 'reset');
      const fault = await weaknessOf(password, await identity(userId, (await load(userId)) as Account));
      if (fault) throw weak('password', fault);
      const hash = await hashPassword(password);
      return withToken(token, async () => {
        await passwords.replacePassword(userId, { hash, how: 'reset', correlationId });
        return startSession(app, { userId, how: 'reset', correlationId, passwordHash: hash, isNewDevice: !(await isKnown(userId)) });
      });
    },

    /** The user whose address it is, or where it is nobody's an id that leads nowhere. Both take the same reads. */
    async ownerOf(email: string): Promise<string> {
      const { userId, invented } = await find(email);
      return userId ?? invented;
    },

    signin: createSignIns(app, { find, load }, afterAnswers),
    checkPasswords: passwords.checkPasswords,
    changePassword: passwords.changePassword,

    async signOutEverywhere(userId: string, correlationId: string): Promise<Position | null> {
      await sessions.endSessions(userId);
      return (await send(userId, { type: 'SignOutEverywhere' }, correlationId)).position;
    },

    send,
  };
}
