import { describe, expect, it } from 'vitest';
import { faultsOf, type PartnerDraft, shownFaults } from '../../../web/settings/partner-rules.ts';

const draft = (partner_name: string, partner_email: string, partner_whatsapp = ''): PartnerDraft => ({
  partner_name,
  partner_email,
  partner_whatsapp,
});
const NO_CONTACT = 'Please provide at least an email or WhatsApp number for notifications.';

describe('the rules of the partner form', () => {
  it('asks for a name, and for one way to reach them', () => {
    expect(faultsOf(draft('', ''))).toEqual({ partner_name: 'Name is required.', partner_email: NO_CONTACT });
    expect(faultsOf(draft('  ', ' ', ' '))).toEqual({ partner_name: 'Name is required.', partner_email: NO_CONTACT });
    expect(faultsOf(draft('Søren', 'soren@example.org'))).toEqual({});
    expect(faultsOf(draft('Søren', '', '+47 412 34 567'))).toEqual({});
  });

  it('takes an address that looks like one, beside a number too', () => {
    for (const wrong of ['soren', 'soren@', 'soren@fjord', 'so ren@fjord.no', '@fjord.no', 'a@b@c.no'])
      expect(faultsOf(draft('Søren', wrong, '+47 412 34 567'))).toEqual({ partner_email: 'Enter a valid email address.' });
    expect(faultsOf(draft('Søren', ' soren@fjord.no '))).toEqual({});
  });

  it('counts no digits of a WhatsApp number', () => {
    expect(faultsOf(draft('Søren', '', '1'))).toEqual({});
  });

  it('shows nothing before a field was left, and everything after a try', () => {
    const faults = faultsOf(draft('', ''));
    expect(shownFaults(faults, new Set(), false)).toEqual({});
    expect(shownFaults(faults, new Set(['partner_name']), false)).toEqual({ partner_name: 'Name is required.' });
    expect(shownFaults(faults, new Set(['partner_email']), false)).toEqual({ partner_email: NO_CONTACT });
    expect(shownFaults(faults, new Set(['partner_whatsapp']), false)).toEqual({ partner_email: NO_CONTACT });
    expect(shownFaults(faults, new Set(), true)).toEqual(faults);
  });

  it('says nothing of a half-typed address because the number was left', () => {
    expect(shownFaults(faultsOf(draft('Søren', 'soren@')), new Set(['partner_whatsapp']), false)).toEqual({});
  });
});
