import { RuleViolation } from '../../domain/kernel/decider.ts';
import { type App, createRateCounters } from '../app.ts';
import { DAY_MS } from '../delivery/account-mails.ts';

/** For a process that runs alone and shares no counters. */
const counters = new WeakMap<object, ReturnType<typeof createRateCounters>>();

interface DailyLimit {
  readonly key: string;
  /** The limit for 24 hours of the program's clock; at most 128. */
  readonly most: number;
  readonly sentence: string;
}

export const SENDING: DailyLimit = { key: 'emails', most: 50, sentence: 'You can send at most 50 emails in 24 hours.' };
/** A review costs the operator money. */
export const REVIEWING: DailyLimit = {
  key: 'email reviews',
  most: 100,
  sentence: 'You can have emails reviewed at most 100 times in 24 hours.',
};

/**
 * Counts one more for the owner.
 * @throws RuleViolation rate_limited
 */
export async function countWithin(app: App, owner: string, { key, most, sentence }: DailyLimit): Promise<void> {
  const counted = app.shared?.rateCounters ?? counters.get(app.store) ?? createRateCounters();
  if (!app.shared) counters.set(app.store, counted);
  const now = Date.parse(app.clock.now());
  const recent = await counted.recent(`${key} ${owner}`, now - DAY_MS);
  const oldest = recent.at(-most);
  if (oldest === undefined) return void (await counted.add(`${key} ${owner}`, now, DAY_MS));
  const seconds = Math.max(1, Math.ceil((oldest + DAY_MS - now) / 1_000));
  throw new RuleViolation('rate_limited', `${sentence} Try again later.`, undefined, seconds);
}
