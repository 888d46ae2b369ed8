import type { App } from '../app.ts';
import { DAY_MS, HOUR_MS } from '../delivery/account-mails.ts';
import type { Asker } from '../delivery/links-side-by-side.ts';
import { createRateCounters } from '../shared.ts';

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
