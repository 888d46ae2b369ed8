import { type Decider, RuleViolation } from '../kernel/decider.ts';
import type { Decided } from '../kernel/event.ts';
import type { PartnerChannel, PartnerEvent, PartnerMatter, Person } from './events.ts';
import { PARTNER_EVENTS } from './events.ts';
import { type Asked, limitInvitations, limitSummaries, newKeys } from './limits.ts';
import { roleOf } from './rules.ts';
import { evolve, initial, keyFor, keysOf, type PartnerRecord, type PartnerState, primary } from './state.ts';

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
  | ({ readonly type: 'AskSummary'; readonly if_match: number | null } & Bounded);
type Decision = readonly Decided<PartnerEvent>[];

export const ADDRESS_REFUSED = 'Whoever has this address does not want to be your partner. Name somebody else.';
export const REMOVED = 'This partner was removed. Name a partner anew.';
const CHANGED = 'Your partner has changed since you read it. Read it again.';
const NO_SUMMARY = 'Summaries go to your first partner. This one only judges tasks that name them.';
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
