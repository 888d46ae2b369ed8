import { isAddress } from '../../src/contracts/email.ts';
import type { Accountability } from '../api/settings.ts';

export interface PartnerDraft {
  readonly partnerName: string;
  readonly partnerEmail: string;
  readonly partnerWhatsapp: string;
}
export type PartnerFaults = Partial<Record<keyof PartnerDraft, string>>;

const NO_CONTACT = 'Please provide at least an email or WhatsApp number for notifications.';

export const draftOf = ({ partnerName, partnerEmail, partnerWhatsapp }: Accountability): PartnerDraft => ({
  partnerName,
  partnerEmail,
  partnerWhatsapp,
});

/** The faults of the form. The button that saves is disabled while there are any. */
export function faultsOf(draft: PartnerDraft): PartnerFaults {
  const [name, email, whatsapp] = [draft.partnerName.trim(), draft.partnerEmail.trim(), draft.partnerWhatsapp.trim()];
  return {
    ...(name === '' ? { partnerName: 'Name is required.' } : {}),
    ...(email === '' && whatsapp === ''
      ? { partnerEmail: NO_CONTACT }
      : email !== '' && !isAddress(email)
        ? { partnerEmail: 'Enter a valid email address.' }
        : {}),
  };
}

/**
 * The faults to show: all of them after the first try to save, before that those of fields that had the focus. The two contact
 * fields count as one.
 */
export function shownFaults(faults: PartnerFaults, left: ReadonlySet<keyof PartnerDraft>, tried: boolean): PartnerFaults {
  const contact = left.has('partnerEmail') || (left.has('partnerWhatsapp') && faults.partnerEmail === NO_CONTACT);
  return {
    ...(faults.partnerName && (tried || left.has('partnerName')) ? { partnerName: faults.partnerName } : {}),
    ...(faults.partnerEmail && (tried || contact) ? { partnerEmail: faults.partnerEmail } : {}),
  };
}
