import type { Account } from '../../domain/account/state.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { KeyedMutex } from '../../ports/coordination.ts';
import type { TokenPurpose } from '../../ports/tokens.ts';
import { isReplaced, signup, signupsFrom, signupsOf } from '../../projections/account/signups.ts';
import type { AfterAnswers } from '../after-answers.ts';
import type { App } from '../app.ts';
import { type Asker, type LinkMail, requestMail, tokenHash } from '../delivery/account-mails.ts';
import type { Lookup } from './account-lookup.ts';
import { findReleased } from './answer-signup.ts';
import { askerOf, type BrowserOf, type MayMail, signupAsker, sourceOf } from './askers.ts';
import { NotAuthentic } from './sessions.ts';

export interface LinkRequest {
  readonly email: string;
  readonly network?: string;
  /** Ids of sign-ups that were made in the same browser, according to its cookie. */
  readonly knownSignups?: readonly string[];
  /** Distinguishes browsers that the account knows from others. */
  readonly browserOf?: BrowserOf;
}

export interface LinkRequestParts {
  readonly lookup: Lookup;
  readonly mutex: KeyedMutex;
  readonly afterAnswers: AfterAnswers;
  readonly mayMail: MayMail;
}

interface Meant {
  readonly mail: LinkMail;
  readonly asker: Asker;
}

/** Links that somebody requests again. All work is done after the answer, so that the response time does not depend on the address. */
export function createLinkRequests(app: App, { lookup, mutex, afterAnswers, mayMail }: LinkRequestParts) {
  async function send(kind: 'resend' | 'forgot', asked: LinkRequest, correlationId: string, mailId?: string): Promise<Position | null> {
    const key = lookup.addressKey(asked.email);
    const source = sourceOf(app, key, asked.network);
    return mutex(`account ${key}`, async () => {
      const meant = await meantBy(kind, key, source, asked);
      const counted = boundOf(meant, source);
      if (!(await mayMail(counted, key))) return null;
      return meant === null ? writeForNothing(app) : requestMail(app, meant.mail, { correlationId, mailId, asker: meant.asker });
    });
  }

  /**
   * Whose limit a request counts against. A confirmation mail always counts against the limit of strangers: anybody can sign up with an
   * address and is known to this sign-up, and must not be able to send more mails to the address.
   */
  const boundOf = (meant: Meant | null, source: string): Asker =>
    meant === null || meant.mail.kind === 'confirmation' ? { source, isKnown: false } : meant.asker;

  /** Null: nobody gets a mail. */
  async function meantBy(kind: 'resend' | 'forgot', key: string, source: string, asked: LinkRequest): Promise<Meant | null> {
    const { userId, state } = await findReleased(app, lookup, asked.email);
    if (userId !== null && state.status === 'confirmed') {
      if (kind !== 'forgot') return null;
      const asker = await askerOf(app, userId, source, asked.browserOf);
      return { mail: await mailTo('password_reset', userId, state), asker };
    }
    const knownSignups = asked.knownSignups ?? [];
    const waiting = await signupMeant(key, source, knownSignups);
    const account = waiting === null ? null : await lookup.load(waiting);
    if (waiting === null || account?.status !== 'registered') return null;
    const isOwn = knownSignups.includes(waiting) || source === account.signup.source;
    const asker = isOwn ? signupAsker(account) : { source, isKnown: false };
    return { mail: await mailTo('confirmation', waiting, account), asker };
  }

  async function mailTo(kind: LinkMail['kind'], userId: string, account: Account): Promise<LinkMail> {
    const { email: to, name } = await lookup.identity(userId, account);
    return { kind, userId, to, name };
  }

  /** The sign-up from the same browser, or else the newest from the same network address, or else the newest. */
  async function signupMeant(key: string, source: string, known: readonly string[]): Promise<string | null> {
    for (const id of known) {
      const found = await signup(app.views, id);
      if (found?.doc.address_key === key && !(await isReplaced(app.views, found))) return id;
    }
    const [near] = await signupsFrom(app.views, key, source);
    const [newest] = (await signupsOf(app.views, key, { limit: 1 })).items;
    return near?.id ?? newest?.id ?? null;
  }

  return {
    /**
     * Sends a new confirmation mail if the address is not confirmed, and nothing otherwise. `mailId`: repeating a request with the same id
     * sends one mail.
     */
    async resend(asked: LinkRequest, correlationId: string, mailId?: string): Promise<void> {
      afterAnswers.run(() => send('resend', asked, correlationId, mailId));
    },
    /** Sends a link for a new password, or the confirmation mail if the address is not confirmed. `mailId`: as in `resend`. */
    async forgot(asked: LinkRequest, correlationId: string, mailId?: string): Promise<void> {
      afterAnswers.run(() => send('forgot', asked, correlationId, mailId));
    },
  };
}

/** A mail writes a link, a request, the beginning of an attempt and its outcome, and read models follow. */
const WRITES = 6;

/** Makes about as many durable writes as a mail does and leaves no data behind, so that other requests wait equally long in both cases. */
async function writeForNothing({ linkTokens, newId, clock }: App): Promise<null> {
  const token = { token_hash: tokenHash(newId()), purpose: 'confirm', user_id: newId(), expires_at: clock.now() } as const;
  for (let count = 1; count < WRITES; count += 1) await linkTokens.putToken(token);
  await linkTokens.takeToken(token.token_hash);
  return null;
}

export interface LinkTokenUse {
  /**
   * The user of a token. The token stays valid.
   * @throws NotAuthentic for an unknown or expired token
   */
  readonly holderOf: (token: string, purpose: TokenPurpose) => Promise<string>;
  /** Uses up the token for the work, and restores it if the work fails. */
  readonly withToken: <T>(token: string, work: () => Promise<T>) => Promise<T>;
}

export function createLinkTokenUse({ linkTokens, clock }: Pick<App, 'linkTokens' | 'clock'>): LinkTokenUse {
  return {
    async holderOf(token, purpose) {
      const found = await linkTokens.token(tokenHash(token));
      if (found === null || found.purpose !== purpose || found.expires_at <= clock.now()) throw new NotAuthentic('token_invalid');
      return found.user_id;
    },
    async withToken(token, work) {
      const taken = await linkTokens.takeToken(tokenHash(token));
      if (taken === null) throw new NotAuthentic('token_invalid');
      try {
        return await work();
      } catch (error) {
        await linkTokens.putToken(taken);
        throw error;
      }
    },
  };
}
