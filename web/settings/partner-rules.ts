import { isAddress } from '../../src/contracts/email.ts';
import type { Accountability } from '../api/settings.ts';

export interface PartnerDraft {
  readonly partner_name: string;
  readonly partner_email: string;
  readonly partner_whatsapp: string;
}
export type PartnerFaults = Partial<Record<keyof PartnerDraft, string>>;

const NO_CONTACT = 'Please provide at least an email or WhatsApp number for notifications.';

export const draftOf = ({ partner_name, partner_email, partner_whatsapp }: Accountability): PartnerDraft => ({
  partner_name,
  partner_email,
  partner_whatsapp,
});

/** The faults of the form. The button that saves is disabled while there are any. */
export function faultsOf(draft: PartnerDraft): PartnerFaults {
  const [name, email, whatsapp] = [draft.partner_name.trim(), draft.partner_email.trim(), draft.partner_whatsapp.trim()];
  return {
    ...(name === '' ? { partner_name: 'Name is required.' } : {}),
    ...(email === '' && whatsapp === ''
      ? { partner_email: NO_CONTACT }
      : email !== '' && !isAddress(email)
        ? { partner_email: 'Enter a valid email address.' }
        : {}),
  };
}

/**
 * The faults to show: all of them after the first try to save, before that those of fields that had the focus. The two contact
 * fields count as one.
 */
export function shownFaults(faults: PartnerFaults, left: ReadonlySet<keyof PartnerDraft>, tried: boolean): PartnerFaults {
  const contact = left.has('partner_email') || (left.has('partner_whatsapp') && faults.partner_email === NO_CONTACT);
  return {
    ...(faults.partner_name && (tried || left.has('partner_name')) ? { partner_name: faults.partner_name } : {}),
    ...(faults.partner_email && (tried || contact) ? { partner_email: faults.partner_email } : {}),
  };
}
