import { plural } from '../../contracts/words/format.ts';
import { type Decider, RuleViolation } from '../kernel/decider.ts';
import type { Decided } from '../kernel/event.ts';
import {
  PARTNER_EVENTS,
  type PartnerChannel,
  type PartnerEvent,
  type PartnerMatter,
  type PartnerWords,
  type Person,
  type RecordedPartnerEvent,
} from './events.ts';
import { roleOf } from './rules.ts';
import { evolve, initial, keyFor, keysOf, MOST_WORDS, type PartnerRecord, type PartnerState, primary } from './state.ts';

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

function newKeys(matter: PartnerMatter, before: PartnerState): readonly string[] {
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
const WORDS: Limit = { most: MOST_WORDS, hours: 7 * 24 };

/** @throws RuleViolation rate_limited if these addresses may not be invited at `now` */
function limitInvitations(keys: readonly string[], { whatsapp_key }: PartnerMatter, { invitations }: Asked, now: string): void {
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
function limitSummaries({ summaries }: Asked, now: string): void {
  const wait = waitFor(SUMMARIES, summaries, now);
  if (wait > 0) throw limited('You can send at most 5 summaries in 24 hours.', 'You can send the next one', wait);
}

/** @throws RuleViolation rate_limited if the partner may say nothing more at `now` */
function limitWords({ spoke }: PartnerRecord, now: string): void {
  const wait = waitFor(WORDS, spoke, now);
  if (wait > 0) throw limited(`You can send at most ${MOST_WORDS} messages from this page in a week.`, 'You can send the next one', wait);
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
  return plural(whole, unit);
}

/** What the limits on invitations and summaries need. `now`: RFC 3339. */
export interface Bounded {
  readonly asked: Asked;
  readonly now: string;
}

export type PartnerCommand =
  | ({ readonly type: 'Invite'; readonly matter: PartnerMatter; readonly person: Person } & Bounded)
  /** The whole new record. `changed`: something in it differs from the old record. */
  | ({
      readonly type: 'Change';
      readonly matter: PartnerMatter;
      readonly person: Person;
      readonly changed: boolean;
      readonly if_match: number | null;
    } & Bounded)
  /** `key`: of the address that the link was sent to. */
  | { readonly type: 'Accept'; readonly channel: PartnerChannel; readonly key: string }
  | { readonly type: 'Decline'; readonly key: string }
  | { readonly type: 'Unsubscribe'; readonly key: string }
  | { readonly type: 'Remove'; readonly if_match: number | null }
  /** Something that the partner says on their page. */
  | { readonly type: 'Speak'; readonly words: PartnerWords; readonly now: string }
  | ({ readonly type: 'AskSummary'; readonly if_match: number | null } & Bounded);
type Decision = readonly Decided<PartnerEvent>[];

export const ADDRESS_REFUSED = 'Whoever has this address does not want to be your partner. Name somebody else.';
export const REMOVED = 'This partner was removed. Name a partner anew.';
const CHANGED = 'Your partner has changed since you read it. Read it again.';
const NO_SUMMARY = 'Summaries go to your first partner. This one only judges tasks that name them.';
const NO_WORDS = 'You are no longer their partner, so nothing was sent.';
const NOT_ACCEPTED = 'Your partner has not accepted yet. Nothing but the invitation is sent before.';

export const partnerDecider: Decider<PartnerState, PartnerCommand, PartnerEvent> = { events: PARTNER_EVENTS, initial, evolve, decide };

function decide(command: PartnerCommand, state: PartnerState): Decision {
  if (command.type === 'Invite') return invite(command, state);
  if (state.status === 'none') throw new RuleViolation('not_found', 'There is no such partner.');
  switch (command.type) {
    case 'Change':
      return change(command, state);
    case 'Accept':
      return accept(command, state);
    case 'Decline':
      return decline(command.key, state);
    case 'Unsubscribe':
      return unsubscribe(command.key, state);
    case 'Remove':
      seenBy(command.if_match, state);
      return state.status === 'removed' ? [] : [step('PartnerRemoved', state)];
    case 'Speak':
      if (state.status !== 'accepted') throw new RuleViolation('not_accepted', NO_WORDS);
      limitWords(state, command.now);
      return [{ ...command.words, at: command.now }];
    case 'AskSummary':
      seenBy(command.if_match, state);
      if (roleOf(state) === 'second') throw new RuleViolation('conflict', NO_SUMMARY);
      if (state.status !== 'accepted') throw new RuleViolation('not_accepted', NOT_ACCEPTED);
      limitSummaries(command.asked, command.now);
      return [step('SummaryAsked', state)];
  }
}

const step = (type: 'PartnerDeclined' | 'PartnerUnsubscribed' | 'PartnerRemoved' | 'SummaryAsked', { user_id }: PartnerRecord) => ({
  type,
  data: { user_id },
});
/** Whether the record still has the address that the link was sent to. An answer from an old address does not apply to a new one. */
const isAt = (key: string, state: PartnerRecord): boolean => keysOf(state).includes(key);
export const isThere = ({ status }: { readonly status: PartnerState['status'] }): boolean => status === 'invited' || status === 'accepted';

function seenBy(ifMatch: number | null, state: PartnerRecord): void {
  if (ifMatch !== null && ifMatch !== state.version) throw new RuleViolation('precondition_failed', CHANGED);
}

/** If there are two invitations at once, the first one counts. */
function invite({ matter, person, asked, now }: Extract<PartnerCommand, { type: 'Invite' }>, state: PartnerState): Decision {
  if (state.status !== 'none') throw new RuleViolation('conflict', 'You have a partner already. Remove them first.');
  limitInvitations(keysOf(matter), matter, asked, now);
  return [{ type: 'PartnerInvited', data: matter, private: person }];
}

function change(command: Extract<PartnerCommand, { type: 'Change' }>, state: PartnerRecord): Decision {
  const { matter, person, changed, if_match, asked, now } = command;
  seenBy(if_match, state);
  if (state.status === 'removed') throw new RuleViolation('conflict', REMOVED);
  if (!changed) return [];
  const isNew = newKeys(matter, state);
  if (isNew.some((key) => state.refused.includes(key))) throw new RuleViolation('conflict', ADDRESS_REFUSED);
  if (!anew(matter, state)) {
    if (isNew.length > 0) limitInvitations(isNew, matter, asked, now);
    return [{ type: 'PartnerChanged', data: matter, private: person }];
  }
  if (keysOf(matter).some((key) => state.refused.includes(key))) throw new RuleViolation('conflict', ADDRESS_REFUSED);
  limitInvitations(keysOf(matter), matter, asked, now);
  return [{ type: 'PartnerInvited', data: matter, private: person }];
}

/** If the address has accepted and the number declines, only the number is refused. An address that has accepted unsubscribes instead. */
function decline(key: string, state: PartnerRecord): Decision {
  if (!isAt(key, state)) return [];
  if (state.status === 'invited') return [step('PartnerDeclined', state)];
  return state.status === 'accepted' && !hasSaidYes(key, state) ? refuse(key, state) : [];
}

/**
 * An old address, or a number that never accepted, can unsubscribe too. The program never asks it again. The other addresses stay as they
 * are.
 */
function unsubscribe(key: string, state: PartnerRecord): Decision {
  const theirs = isAt(key, state) && (state.status === 'invited' || hasSaidYes(key, state));
  return theirs && isThere(state) ? [step('PartnerUnsubscribed', state)] : refuse(key, state);
}

const refuse = (key: string, state: PartnerRecord): Decision =>
  state.refused.includes(key) ? [] : [{ type: 'PartnerAddressRefused', data: { user_id: state.user_id, key } }];
const hasSaidYes = (key: string, state: PartnerRecord): boolean =>
  (['mail', 'whatsapp'] as const).some((channel) => state.accepted[channel] && keyFor(channel, state) === key);

/** Whether the partner needs a new invitation: the first address changed, or no remaining address has accepted. */
function anew(matter: PartnerMatter, state: PartnerRecord): boolean {
  const channel = primary(matter);
  const yes = (one: PartnerChannel): boolean => state.accepted[one] && keyFor(one, matter) === keyFor(one, state);
  if (state.status === 'accepted' && !yes('mail') && !yes('whatsapp')) return true;
  return keyFor(channel, matter) !== keyFor(channel, state) || (channel !== primary(state) && !yes(channel));
}

/** Using a link twice changes nothing more. Somebody who declined by mistake can still accept. */
function accept({ channel, key }: Extract<PartnerCommand, { type: 'Accept' }>, state: PartnerRecord): Decision {
  if (keyFor(channel, state) !== key || state.status === 'removed' || state.status === 'unsubscribed' || state.accepted[channel]) return [];
  const { user_id, role } = state;
  return [{ type: 'PartnerAccepted', data: { user_id, channel, ...(role !== undefined && { role }) } }];
}
