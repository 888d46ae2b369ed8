import { RuleViolation } from '../kernel/decider.ts';
import type { PartnerMatter, RecordedPartnerEvent } from './events.ts';
import { evolve, initial, keysOf, type PartnerState } from './state.ts';

/** The messages to partners that an owner has requested, over all partner records. Instants are RFC 3339. */
export interface Asked {
  readonly invitations: readonly { readonly at: string; readonly keys: readonly string[] }[];
  readonly summaries: readonly string[];
}

/** What the events of one record add to the count. A number that is added beside an existing address counts as invited at once. */
export function askedIn(events: readonly RecordedPartnerEvent[]): Asked {
  const invitations: { at: string; keys: readonly string[] }[] = [];
  let state: PartnerState = initial;
  for (const event of events) {
    const keys = invitedBy(event, state);
    if (keys.length > 0) invitations.push({ at: event.metadata.at, keys });
    state = evolve(state, event);
  }
  return { invitations, summaries: events.filter(({ type }) => type === 'SummaryAsked').map(({ metadata }) => metadata.at) };
}

function invitedBy(event: RecordedPartnerEvent, before: PartnerState): readonly string[] {
  if (event.type === 'PartnerInvited') return keysOf(event.data);
  return event.type === 'PartnerChanged' ? newKeys(event.data, before) : [];
}

export function newKeys(matter: PartnerMatter, before: PartnerState): readonly string[] {
  const known = before.status === 'none' ? [] : keysOf(before);
  return keysOf(matter).filter((key) => !known.includes(key));
}

interface Limit {
  readonly most: number;
  readonly hours: number;
}
const INVITATIONS: Limit = { most: 5, hours: 24 };
const TO_ONE_ADDRESS: Limit = { most: 3, hours: 30 * 24 };
const SUMMARIES: Limit = { most: 5, hours: 24 };

/** @throws RuleViolation rate_limited if these addresses may not be invited at `now` */
export function limitInvitations(keys: readonly string[], { whatsapp_key }: PartnerMatter, { invitations }: Asked, now: string): void {
  const wait = waitFor(
    INVITATIONS,
    invitations.map(({ at }) => at),
    now,
  );
  if (wait > 0) throw limited('You can send at most 5 invitations in 24 hours.', 'You can send the next one', wait);
  for (const key of keys) {
    const before = invitations.filter((one) => one.keys.includes(key)).map(({ at }) => at);
    const toAddress = waitFor(TO_ONE_ADDRESS, before, now);
    if (toAddress === 0) continue;
    const what = key === whatsapp_key ? 'This number' : 'This address';
    throw limited(`${what} has had 3 invitations in 30 days, which is the most.`, 'You can send the next one', toAddress);
  }
}

/** @throws RuleViolation rate_limited if no further summary is allowed at `now` */
export function limitSummaries({ summaries }: Asked, now: string): void {
  const wait = waitFor(SUMMARIES, summaries, now);
  if (wait > 0) throw limited('You can send at most 5 summaries in 24 hours.', 'You can send the next one', wait);
}

const HOUR_MS = 3_600_000;

/** Milliseconds until one more is allowed; 0: now. */
function waitFor({ most, hours }: Limit, instants: readonly string[], now: string): number {
  const times = instants.map((at) => Date.parse(at)).sort((a, b) => a - b);
  const oldest = times.at(-most);
  return oldest === undefined ? 0 : Math.max(0, oldest + hours * HOUR_MS - Date.parse(now));
}

function limited(rule: string, next: string, waitMs: number): RuleViolation {
  const seconds = Math.ceil(waitMs / 1_000);
  return new RuleViolation('rate_limited', `${rule} ${next} in ${inWords(seconds)}.`, undefined, seconds);
}

function inWords(seconds: number): string {
  const [amount, unit] =
    seconds < 7_200 ? [seconds / 60, 'minute'] : seconds < 48 * 3_600 ? [seconds / 3_600, 'hour'] : [seconds / 86_400, 'day'];
  const whole = Math.ceil(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
