import type { App } from '../app.ts';
import { DAY_MS, HOUR_MS } from '../delivery/account-mails.ts';
import type { Asker } from '../delivery/links-side-by-side.ts';
import { createRateCounters } from '../shared.ts';

/** Whether one more mail may be sent to this address, and if so counts it. The caller holds the lock of the address. */
export type MayMail = (asker: Asker, addressKey: string) => Promise<boolean>;

/** Mails to one address in an hour: those that one network address, or one known browser, can have sent to it. */
const FROM_ONE = 10;
/** Those that everybody whom the account does not know can have sent to it, together. */
const FROM_STRANGERS = 12;
/** The same with those that are the first one from their network address. */
const WITH_FIRST_ONES = 20;
/** In a day from strangers. Beyond it, one goes whenever the last one is an hour old. */
const IN_A_DAY = 60;

/**
 * How often mails with links may be asked for. What is asked for in a known browser is bounded for this browser alone. Strangers
 * share a bound, and a network address that has had none keeps a part of it, so that a few of them do not use up all of it.
 * A link for a new password works for an hour. So whenever a stranger's request is refused, a mail with a link that works is
 * in the owner's mailbox already.
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
