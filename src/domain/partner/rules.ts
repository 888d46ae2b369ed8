import { isAddress } from '../../contracts/address.ts';
import type { PartnerMatter, PartnerRole, Person } from './events.ts';
import type { PartnerState } from './state.ts';

/** Events from before there were roles have none; those partners are the first ones. */
export const roleOf = ({ role = 'first' }: Pick<PartnerMatter, 'role'>): PartnerRole => role;

interface JudgeFacts extends Pick<PartnerMatter, 'role'> {
  readonly id: string;
  readonly status: PartnerState['status'];
}

/** The partner who judges a task: the one that the task names, or else the first partner. Either must have accepted. */
export function judgeAmong<P>(partners: readonly P[], named: string | null, factsOf: (partner: P) => JudgeFacts): P | null {
  const accepted = partners.filter((one) => factsOf(one).status === 'accepted');
  return accepted.find((one) => factsOf(one).id === named) ?? accepted.find((one) => roleOf(factsOf(one)) === 'first') ?? null;
}

/** The specification gives these sentences word for word. */
export const NAME_REQUIRED = 'Name is required.';
export const NO_CONTACT = 'Please provide at least an email or WhatsApp number for notifications.';
export const BAD_EMAIL = 'Enter a valid email address.';
export const OWN_ADDRESS = 'This is your own address. Your partner is somebody else.';

/** The faults of the whole form, by field. The length of a number is not checked. */
export function faultsOf({ name, email, whatsapp }: Person, isOwn: boolean): Partial<Readonly<Record<keyof Person, readonly string[]>>> {
  const faults: string[] = [];
  if (email === '' && whatsapp === '') faults.push(NO_CONTACT);
  if (email !== '' && !isAddress(email)) faults.push(BAD_EMAIL);
  if (email !== '' && isOwn) faults.push(OWN_ADDRESS);
  return { ...(name === '' && { name: [NAME_REQUIRED] }), ...(faults.length > 0 && { email: faults }) };
}
