import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { readEvents } from '../../domain/kernel/fold-stream.ts';
import type { Handled } from '../../domain/kernel/handle.ts';
import { ADDRESS_REFUSED, isThere, partnerDecider, REMOVED } from '../../domain/partner/decide.ts';
import { type PartnerDetail, type PartnerRole, type Person, partnerKeyOwner, partnerStream } from '../../domain/partner/events.ts';
import { roleOf } from '../../domain/partner/rules.ts';
import { keysOf, type PartnerState } from '../../domain/partner/state.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { latest } from '../task/task-send.ts';
import { type Partner, personOf } from './partner-messages.ts';
import { afterPartner } from './partner-reactions.ts';
import { askedOf, checkPerson, matterOf, ownRecord, recordsOf, sendToPartner, withPartnersLock } from './partner-record.ts';

export interface PartnerInput extends Person {
  readonly detail: PartnerDetail;
  /** Left out: the first partner if there is none, otherwise the second one. */
  readonly role?: PartnerRole;
}
export interface PartnerResult {
  readonly id: string;
  readonly position: Position | null;
}
type Edits = Partial<PartnerInput> & { readonly status?: 'removed' | undefined };

const HAS_ONE = 'You have a partner already. Remove them first, then name another.';
const HAS_TWO = 'You have two partners already. Remove one of them first, then name another.';
const IS_ONE = 'This is the address of your other partner. Name somebody else.';

/**
 * Invites a partner. `eventId`: the id of the invitation's event; repeating the call with the same id invites once and returns the same
 * partner.
 * @throws RuleViolation validation_failed, conflict, rate_limited
 */
export async function addPartner(
  app: App,
  caller: Caller,
  { detail, role: wanted, ...person }: PartnerInput,
  eventId = app.newId(),
): Promise<PartnerResult> {
  await checkPerson(app, caller.owner, person);
  return withPartnersLock(app, caller.owner, async () => {
    const { records, next } = await recordsOf(app, caller.owner);
    for (const { id } of records) {
      const invited = await writtenBefore(app, id, eventId);
      if (invited !== null) return done(app, id, invited);
    }
    const role = wanted ?? (records.some(isCurrent('first')) ? 'second' : 'first');
    await refuseWithoutRoom(app, caller.owner, records, role);
    const matter = matterOf(app, caller.owner, person, detail, role);
    refuseUnwilling(records, keysOf(matter));
    refuseOtherPartner(records, keysOf(matter));
    await app.keys.createKey(partnerKeyOwner(next));
    const named = { ...app, newId: () => eventId };
    const invite = { type: 'Invite', matter, person, ...(await askedOf(app, records)) } as const;
    return done(app, next, await sendToPartner(named, caller, next, invite));
  });
}

/**
 * Changes the fields that differ.
 * @throws RuleViolation not_found, validation_failed, precondition_failed, conflict, rate_limited
 */
export async function changePartner(app: App, caller: Caller, id: string, edits: Edits, ifMatch: number | null): Promise<PartnerResult> {
  return withPartnersLock(app, caller.owner, async () => {
    const partner = await ownRecord(app, caller.owner, id);
    if (edits.status === 'removed') return done(app, id, await sendToPartner(app, caller, id, { type: 'Remove', if_match: ifMatch }));
    const now = await personOf(app, partner);
    if (now === null || partner.state.status === 'removed') throw new RuleViolation('conflict', REMOVED);
    const { name = now.name, email = now.email, whatsapp = now.whatsapp, detail = partner.state.detail } = edits;
    const person = { name, email, whatsapp };
    await checkPerson(app, caller.owner, person);
    const matter = matterOf(app, caller.owner, person, detail, roleOf(partner.state));
    const { records } = await recordsOf(app, caller.owner);
    await refuseWhereOthersAre(app, records, partner, keysOf(matter));
    const changed = detail !== partner.state.detail || name !== now.name || email !== now.email || whatsapp !== now.whatsapp;
    const change = { type: 'Change', matter, person, changed, if_match: ifMatch, ...(await askedOf(app, records)) } as const;
    return done(app, id, await sendToPartner(app, caller, id, change));
  });
}

/**
 * Requests a progress summary of the present state. `eventId`: the id of the request's event; repeating the call with the same id requests
 * it once.
 * @throws RuleViolation not_found, precondition_failed, not_accepted, rate_limited
 */
export async function askSummary(
  app: App,
  caller: Caller,
  id: string,
  ifMatch: number | null,
  eventId = app.newId(),
): Promise<PartnerResult> {
  return withPartnersLock(app, caller.owner, async () => {
    await ownRecord(app, caller.owner, id);
    const named = { ...app, newId: () => eventId };
    const before = await writtenBefore(app, id, eventId);
    if (before !== null) return done(app, id, before);
    const { records } = await recordsOf(app, caller.owner);
    const ask = { type: 'AskSummary', if_match: ifMatch, ...(await askedOf(app, records)) } as const;
    return done(app, id, await sendToPartner(named, caller, id, ask));
  });
}

/**
 * The position of what an earlier try of this request wrote. The effects of that event are repeated first. Null: an earlier try wrote
 * nothing.
 */
async function writtenBefore(app: App, id: string, eventId: string): Promise<Written | null> {
  const [event] = await readEvents(app.store, partnerDecider, partnerStream(id), { only: (one) => one.id === eventId });
  return event ? { events: [event], position: event.position } : null;
}

type Written = Pick<Handled<PartnerState>, 'events' | 'position'>;

async function done(app: App, id: string, { events, position }: Written): Promise<PartnerResult> {
  const reactions = [];
  for (const event of events) reactions.push(await afterPartner(app, event));
  return { id, position: latest([position, ...reactions]) };
}

/** An address that declined or unsubscribed from this owner is not asked again. */
function refuseUnwilling(records: readonly Partner[], keys: readonly string[]): void {
  if (records.some(({ state }) => keys.some((key) => state.refused.includes(key)))) throw new RuleViolation('conflict', ADDRESS_REFUSED);
}

const isCurrent =
  (role: PartnerRole) =>
  ({ state }: Partner): boolean =>
    isThere(state) && roleOf(state) === role;

/** A second partner needs the plan Pro. An existing second partner stays when the plan ends. */
async function refuseWithoutRoom(app: App, owner: string, records: readonly Partner[], role: PartnerRole): Promise<void> {
  if (role === 'first' && records.some(isCurrent('first'))) throw new RuleViolation('conflict', HAS_ONE);
  if (role === 'first') return;
  const { limits } = await app.plans.of(owner);
  if (limits.partner !== 'advanced') throw new RuleViolation('conflict', HAS_ONE);
  if (records.some(isCurrent('second'))) throw new RuleViolation('conflict', HAS_TWO);
}

/** Nobody can be both partners of one owner. */
function refuseOtherPartner(others: readonly Partner[], keys: readonly string[]): void {
  const taken = others.some(({ state }) => isThere(state) && keysOf(state).some((key) => keys.includes(key)));
  if (taken) throw new RuleViolation('conflict', IS_ONE);
}

/** A change to a new address invites a person, so the rules for a new partner apply. */
async function refuseWhereOthersAre(app: App, records: readonly Partner[], { id, state }: Partner, keys: readonly string[]): Promise<void> {
  const others = records.filter((other) => other.id !== id);
  const isNew = keys.filter((key) => !keysOf(state).includes(key));
  refuseUnwilling(others, isNew);
  if (isNew.length === 0) return;
  await refuseWithoutRoom(app, state.user_id, others, roleOf(state));
  refuseOtherPartner(others, isNew);
}
