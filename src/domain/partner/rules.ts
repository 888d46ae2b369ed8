import { isAddress } from '../../contracts/email.ts';
import type { PartnerMatter, PartnerRole, Person } from './events.ts';
import type { PartnerState } from './state.ts';

/** Which of the owner's partners somebody is. Whoever was named without a role is the first one. */
export const roleOf = ({ role = 'first' }: Pick<PartnerMatter, 'role'>): PartnerRole => role;

/** What decides whether a partner judges a task. */
interface JudgeFacts extends Pick<PartnerMatter, 'role'> {
  readonly id: string;
  readonly status: PartnerState['status'];
}

/** Of an owner's partners the one who judges a task: the one whom it names, if they have accepted, otherwise the first one, if they have. */
export function judgeAmong<P>(partners: readonly P[], named: string | null, factsOf: (partner: P) => JudgeFacts): P | null {
  const accepted = partners.filter((one) => factsOf(one).status === 'accepted');
  return accepted.find((one) => factsOf(one).id === named) ?? accepted.find((one) => roleOf(factsOf(one)) === 'first') ?? null;
}

/** The sentences of the partner form, exactly as the specification has them. */
export const NAME_REQUIRED = 'Name is required.';
export const NO_CONTACT = 'Please provide at least an email or WhatsApp number for notifications.';
export const BAD_EMAIL = 'Enter a valid email address.';
export const OWN_ADDRESS = 'This is your own address. Your partner is somebody else.';

/** What is wrong with the form as a whole, by field. A number's length is not checked. */
export function faultsOf({ name, email, whatsapp }: Person, isOwn: boolean): Partial<Readonly<Record<keyof Person, readonly string[]>>> {
  const faults: string[] = [];
  if (email === '' && whatsapp === '') faults.push(NO_CONTACT);
  if (email !== '' && !isAddress(email)) faults.push(BAD_EMAIL);
  if (email !== '' && isOwn) faults.push(OWN_ADDRESS);
  return { ...(name === '' && { name: [NAME_REQUIRED] }), ...(faults.length > 0 && { email: faults }) };
}
