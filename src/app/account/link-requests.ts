import type { Account } from '../../domain/account/state.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { KeyedMutex } from '../../ports/keyed-mutex.ts';
import { isReplaced, signup, signupsFrom, signupsOf } from '../../projections/account/signups.ts';
import type { AfterAnswers } from '../after-answers.ts';
import type { App } from '../app.ts';
import { HOUR_MS, type LinkMail, requestMail, tokenHash } from '../delivery/account-mails.ts';
import { createQuota } from '../delivery/quota.ts';
import { createRateCounters } from '../shared.ts';
import type { Lookup } from './account-lookup.ts';
import { findReleased, type MayMail } from './answer-signup.ts';

/** Who asks for a link, and from where. */
export interface LinkRequest {
  readonly email: string;
  /** The network address that asks. */
  readonly network?: string;
  /** Ids of sign-ups that were made in the same browser, as its cookie says. */
  readonly knownSignups?: readonly string[];
}

/** How many mails one network address can have sent to one address in an hour. */
const MAILS_FROM_ONE = 10;
/** How many all network addresses together can have sent to it. */
const MAILS_FROM_ALL = 40;

/**
 * How often mails with links may be asked for. The network address that asks is counted first: what it asks for in vain does
 * not count for others.
 */
export function createMailBounds({ shared, clock }: Pick<App, 'shared' | 'clock'>): MayMail {
  const counters = shared?.rateCounters ?? createRateCounters();
  const fromOne = createQuota(counters, clock, MAILS_FROM_ONE, HOUR_MS);
  const fromAll = createQuota(counters, clock, MAILS_FROM_ALL, HOUR_MS);
  return async (source, addressKey) => (await fromOne(`mails ${source}`)) && fromAll(`mails ${addressKey}`);
}

/** What tells apart from which network address somebody asks something about an address. It says nothing about another address. */
export const sourceOf = ({ hashes }: Pick<App, 'hashes'>, addressKey: string, network = ''): string =>
  hashes.keyed('signup source', `${addressKey} ${network}`);

export interface LinkRequestParts {
  readonly lookup: Lookup;
  readonly mutex: KeyedMutex;
  readonly afterAnswers: AfterAnswers;
  readonly mayMail: MayMail;
}

/** Links that somebody asks for again. Whatever the address is, all the work is left for after the answer. */
export function createLinkRequests(app: App, { lookup, mutex, afterAnswers, mayMail }: LinkRequestParts) {
  async function send(kind: 'resend' | 'forgot', asked: LinkRequest, correlationId: string, mailId?: string): Promise<Position | null> {
    const key = lookup.addressKey(asked.email);
    const source = sourceOf(app, key, asked.network);
    return mutex(`account ${key}`, async () => {
      const mail = await mailFor(kind, key, source, asked);
      if (!(await mayMail(source, key))) return null;
      return mail === null ? writeForNothing(app) : requestMail(app, mail, { correlationId, mailId, source });
    });
  }

  /** Null: nobody gets one. */
  async function mailFor(kind: 'resend' | 'forgot', key: string, source: string, asked: LinkRequest): Promise<LinkMail | null> {
    const { userId, state } = await findReleased(app, lookup, asked.email);
    if (userId !== null && state.status === 'confirmed') return kind === 'forgot' ? mailTo('password_reset', userId, state) : null;
    const waiting = await signupMeant(key, source, asked.knownSignups ?? []);
    const account = waiting === null ? null : await lookup.load(waiting);
    return waiting !== null && account?.status === 'registered' ? mailTo('confirmation', waiting, account) : null;
  }

  async function mailTo(kind: LinkMail['kind'], userId: string, account: Account): Promise<LinkMail> {
    const { email: to, name } = await lookup.identity(userId, account);
    return { kind, userId, to, name };
  }

  /** That of the same browser, else the newest from the same network address, else the newest. */
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
    /** Sends a new confirmation mail to an address that is not confirmed, and otherwise nothing. `mailId`: a repeated request with the same id sends it once. */
    async resend(asked: LinkRequest, correlationId: string, mailId?: string): Promise<void> {
      afterAnswers.run(() => send('resend', asked, correlationId, mailId));
    },
    /** Sends a link for a new password; to an address that is not confirmed, the confirmation mail. `mailId`: as in `resend`. */
    async forgot(asked: LinkRequest, correlationId: string, mailId?: string): Promise<void> {
      afterAnswers.run(() => send('forgot', asked, correlationId, mailId));
    },
  };
}

/** A mail takes a link, a request, the beginning of an attempt and its outcome, and read models follow. */
const WRITES = 6;

/** Durable writes that leave nothing behind, about as many as a mail takes, so that answers to others wait as long. */
async function writeForNothing({ linkTokens, newId, clock }: App): Promise<null> {
  const token = { token_hash: tokenHash(newId()), purpose: 'confirm', user_id: newId(), expires_at: clock.now() } as const;
  for (let count = 1; count < WRITES; count += 1) await linkTokens.putToken(token);
  await linkTokens.takeToken(token.token_hash);
  return null;
}
