import { RuleViolation } from '../../domain/kernel/decider.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { readEvents, readState } from '../../domain/kernel/fold-stream.ts';
import { type Handled, handle } from '../../domain/kernel/handle.ts';
import { askedIn, type Bounded, type PartnerCommand, partnerDecider } from '../../domain/partner/decide.ts';
import {
  type PartnerDetail,
  type PartnerMatter,
  type PartnerRole,
  type Person,
  partnerKeyOwner,
  partnerStream,
} from '../../domain/partner/events.ts';
import { faultsOf, judgeAmong } from '../../domain/partner/rules.ts';
import type { PartnerState } from '../../domain/partner/state.ts';
import { account } from '../../projections/account/accounts.ts';
import { foldAddress } from '../account/account-lookup.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { withOwnerLock } from '../owner-lock.ts';
import type { Partner } from './partner-messages.ts';

/**
 * The ids of an owner's records are made from their order. If two are created at once, they have the same stream, and the log refuses one
 * of them.
 */
const idOf = (owner: string, index: number): string => derivedId('partner_record', owner, index);

export function loadPartner(app: Pick<App, 'store'>, id: string): Promise<PartnerState> {
  return readState(app.store, partnerDecider, partnerStream(id));
}

export async function recordsOf(app: Pick<App, 'store'>, owner: string): Promise<{ records: readonly Partner[]; next: string }> {
  const records: Partner[] = [];
  for (let index = 0; ; index += 1) {
    const id = idOf(owner, index);
    const state = await loadPartner(app, id);
    if (state.status === 'none') return { records, next: id };
    records.push({ id, state });
  }
}

export async function askedOf({ store, clock }: Pick<App, 'store' | 'clock'>, records: readonly Partner[]): Promise<Bounded> {
  const read = async ({ id }: Partner) => askedIn(await readEvents(store, partnerDecider, partnerStream(id)));
  const all = await Promise.all(records.map(read));
  const asked = { invitations: all.flatMap((one) => one.invitations), summaries: all.flatMap((one) => one.summaries) };
  return { asked, now: clock.now() };
}

/**
 * A partner record of this owner.
 * @throws RuleViolation not_found
 */
export async function ownRecord(app: Pick<App, 'store'>, owner: string, id: string): Promise<Partner> {
  const state = await loadPartner(app, id);
  if (state.status === 'none' || state.user_id !== owner) throw new RuleViolation('not_found', 'There is no such partner.');
  return { id, state };
}

/** The first partner, if they have accepted. They get notices and summaries, and judge every task that names no partner. */
export function acceptedPartner(app: Pick<App, 'store'>, owner: string): Promise<Partner | null> {
  return judgingPartner(app, owner, null);
}

/** The partner who judges a task that names `named`, from the log. */
export async function judgingPartner(app: Pick<App, 'store'>, owner: string, named: string | null): Promise<Partner | null> {
  const { records } = await recordsOf(app, owner);
  return judgeAmong(records, named, ({ id, state: { status, role } }) => ({ id, status, role }));
}

export function sendToPartner(app: App, caller: Caller, id: string, command: PartnerCommand): Promise<Handled<PartnerState>> {
  return handle(app, partnerDecider, partnerStream(id), command, { ...caller, owner: partnerKeyOwner(id) });
}

/**
 * Adds keyed hashes by which addresses are compared: mail without case, a number by its digits. Each owner has different hashes, so that
 * nobody can match the partners of two owners.
 */
export function matterOf(app: App, owner: string, { email, whatsapp }: Person, detail: PartnerDetail, role: PartnerRole): PartnerMatter {
  const key = (value: string): string => app.hashes.keyed('partner', `${owner}\n${value}`);
  const digits = whatsapp.replaceAll(/\D/g, '') || whatsapp;
  return {
    user_id: owner,
    address_key: email === '' ? null : key(foldAddress(email)),
    whatsapp_key: whatsapp === '' ? null : key(`tel:${digits}`),
    has_whatsapp: whatsapp !== '',
    detail,
    ...(role === 'second' && { role }),
  };
}

/**
 * Checks the form of a partner.
 * @throws RuleViolation validation_failed with every fault, by field
 */
export async function checkPerson(app: App, owner: string, person: Person): Promise<void> {
  const own = await account(app.views, owner);
  const isOwn = own !== null && own.doc.address_key === app.hashes.keyed('address', foldAddress(person.email));
  const faults = faultsOf(person, isOwn);
  const [first] = Object.values(faults).flat();
  if (first !== undefined) throw new RuleViolation('validation_failed', first, faults);
}

/** Runs work on the partners of one owner one piece after the other. It is not reentrant. */
export const withPartnersLock = <T>(app: App, owner: string, work: () => Promise<T>): Promise<T> =>
  withOwnerLock(app, owner, work, 'partners');
