import type { Account } from '../../domain/account/state.ts';
import { type App, createRateCounters } from '../app.ts';
import { type Asker, DAY_MS, HOUR_MS } from '../delivery/account-mails.ts';

/** The id by which the account knows the browser of this request; null: nobody has signed in to the account there. */
export type BrowserOf = (userId: string) => Promise<string | null>;

/**
 * A keyed hash that distinguishes the network addresses from which requests about one mail address come. It cannot be compared with the
 * hash for another mail address.
 */
export const sourceOf = ({ hashes }: Pick<App, 'hashes'>, addressKey: string, network = ''): string =>
  hashes.keyed('signup source', `${addressKey} ${network}`);

/** Who requests a link for a confirmed account. `source`: the keyed hash of their network address. */
export async function askerOf(
  { hashes }: Pick<App, 'hashes'>,
  userId: string,
  source: string,
  browserOf: BrowserOf | undefined,
): Promise<Asker> {
  const browser = (await browserOf?.(userId)) ?? null;
  return browser === null
    ? { source, isKnown: false }
    : { source: hashes.keyed('browser that asks', `${userId} ${browser}`), isKnown: true };
}

/** The person who signed up, known by their browser or their network address. */
export const signupAsker = ({ signup }: Account): Asker => ({ source: signup.source ?? '', isKnown: true });

/** Whether one more mail may go to this address. If so, it counts the mail. The caller holds the lock of the address. */
export type MayMail = (asker: Asker, addressKey: string) => Promise<boolean>;

/** The most mails that one network address, or one known browser, can request for one address in an hour. */
const FROM_ONE = 10;
/** The most mails that all unknown browsers together can request for one address in an hour. */
const FROM_STRANGERS = 12;
/** The same for the first request from a network address. */
const WITH_FIRST_ONES = 20;
/** The most in a day from unknown browsers. After that, one mail an hour is still possible. */
const IN_A_DAY = 60;

/**
 * Limits how often people can request mails with links. A known browser has a limit of its own. All others share a limit, and some of it is
 * reserved for network addresses that have not requested anything, so that a few strangers cannot use up all of it. A link for a new
 * password works for an hour. So when a stranger's request is refused, the owner's mailbox already contains a mail with a working link.
 */
export function createMailBounds({ shared, clock }: Pick<App, 'shared' | 'clock'>): MayMail {
  const counters = shared?.rateCounters ?? createRateCounters();

  async function hasRoomForStrangers(key: string, isFirst: boolean, now: number): Promise<boolean> {
    const inDay = await counters.recent(key, now - DAY_MS);
    const inHour = inDay.filter((at) => at > now - HOUR_MS).length;
    return inHour === 0 || (inDay.length < IN_A_DAY && inHour < (isFirst ? WITH_FIRST_ONES : FROM_STRANGERS));
  }

  return async ({ source, isKnown }, addressKey) => {
    const now = Date.parse(clock.now());
    const [ofOne, ofStrangers] = [`mails ${source}`, `mails ${addressKey}`];
    const asked = (await counters.recent(ofOne, now - HOUR_MS)).length;
    if (asked >= FROM_ONE) return false;
    if (!isKnown && !(await hasRoomForStrangers(ofStrangers, asked === 0, now))) return false;
    await counters.add(ofOne, now, HOUR_MS);
    if (!isKnown) await counters.add(ofStrangers, now, DAY_MS);
    return true;
  };
}
