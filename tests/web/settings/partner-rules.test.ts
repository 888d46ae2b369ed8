import { describe, expect, it } from 'vitest';
import { faultsOf, type PartnerDraft, shownFaults } from '../../../web/settings/partner-rules.ts';

const draft = (partnerName: string, partnerEmail: string, partnerWhatsapp = ''): PartnerDraft => ({
  partnerName,
  partnerEmail,
  partnerWhatsapp,
});
const NO_CONTACT = 'Please provide at least an email or WhatsApp number for notifications.';

describe('the rules of the partner form', () => {
  it('asks for a name, and for one way to reach them', () => {
    expect(faultsOf(draft('', ''))).toEqual({ partnerName: 'Name is required.', partnerEmail: NO_CONTACT });
    expect(faultsOf(draft('  ', ' ', ' '))).toEqual({ partnerName: 'Name is required.', partnerEmail: NO_CONTACT });
    expect(faultsOf(draft('Søren', 'soren@example.org'))).toEqual({});
    expect(faultsOf(draft('Søren', '', '+47 412 34 567'))).toEqual({});
  });

  it('takes an address that looks like one, beside a number too', () => {
    for (const wrong of ['soren', 'soren@', 'soren@fjord', 'so ren@fjord.no', '@fjord.no', 'a@b@c.no'])
      expect(faultsOf(draft('Søren', wrong, '+47 412 34 567'))).toEqual({ partnerEmail: 'Enter a valid email address.' });
    expect(faultsOf(draft('Søren', ' soren@fjord.no '))).toEqual({});
  });

  it('counts no digits of a WhatsApp number', () => {
    expect(faultsOf(draft('Søren', '', '1'))).toEqual({});
  });

  it('shows nothing before a field was left, and everything after a try', () => {
    const faults = faultsOf(draft('', ''));
    expect(shownFaults(faults, new Set(), false)).toEqual({});
    expect(shownFaults(faults, new Set(['partnerName']), false)).toEqual({ partnerName: 'Name is required.' });
    expect(shownFaults(faults, new Set(['partnerEmail']), false)).toEqual({ partnerEmail: NO_CONTACT });
    expect(shownFaults(faults, new Set(['partnerWhatsapp']), false)).toEqual({ partnerEmail: NO_CONTACT });
    expect(shownFaults(faults, new Set(), true)).toEqual(faults);
  });

  it('says nothing of a half-typed address because the number was left', () => {
    expect(shownFaults(faultsOf(draft('Søren', 'soren@')), new Set(['partnerWhatsapp']), false)).toEqual({});
  });
});
