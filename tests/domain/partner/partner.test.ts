import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decided } from '../../../src/domain/kernel/event.ts';
import { type PartnerCommand, partnerDecider } from '../../../src/domain/partner/decide.ts';
import type { PartnerEvent, PartnerMatter } from '../../../src/domain/partner/events.ts';
import { BAD_EMAIL, faultsOf, NAME_REQUIRED, NO_CONTACT, OWN_ADDRESS } from '../../../src/domain/partner/rules.ts';
import type { PartnerRecord, PartnerState } from '../../../src/domain/partner/state.ts';
import { given, type Scenario } from '../../support/given.ts';
import { matter, PERSON } from '../../support/partner-matter.ts';

type Past = Scenario<PartnerState, PartnerCommand, PartnerEvent>;
const NOTHING_ASKED = { asked: { invitations: [], summaries: [] }, now: '2000-01-01T00:00:00.000Z' } as const;
const start = (): Past => given(partnerDecider, { stream: 'partner-p', owner: 'partner:p' });
const invited = (more: Partial<PartnerMatter> = {}): Past =>
  start().when({ type: 'Invite', matter: matter(more), person: PERSON, ...NOTHING_ASKED });
const ACCEPT = { type: 'Accept', channel: 'mail', key: 'mail-1' } as const;
const accepted = (more: Partial<PartnerMatter> = {}): Past => invited(more).when(ACCEPT);
const change = (more: Partial<PartnerMatter>, changed = true): PartnerCommand => ({
  type: 'Change',
  matter: matter(more),
  person: PERSON,
  changed,
  if_match: null,
  ...NOTHING_ASKED,
});
const ASK = { type: 'AskSummary', if_match: null, ...NOTHING_ASKED } as const;
const REMOVE = { type: 'Remove', if_match: null } as const;
/** What the events say of a record with these differences from `matter()`. */
const invitedEvent = (more: Partial<PartnerMatter> = {}) => ({ type: 'PartnerInvited', data: matter(more), private: PERSON }) as const;
const changedEvent = (more: Partial<PartnerMatter>) => ({ type: 'PartnerChanged', data: matter(more), private: PERSON }) as const;
const acceptedEvent = (channel: 'mail' | 'whatsapp') => ({ type: 'PartnerAccepted', data: { user_id: 'u', channel } }) as const;
const refusedEvent = (key: string) => ({ type: 'PartnerAddressRefused', data: { user_id: 'u', key } }) as const;
/** The events that say only whose partner it is. */
const step = <const Type extends 'PartnerDeclined' | 'PartnerUnsubscribed' | 'PartnerRemoved' | 'SummaryAsked'>(type: Type) =>
  ({ type, data: { user_id: 'u' } }) as Decided<PartnerEvent>;
const record = ({ state }: Past): PartnerRecord => state as PartnerRecord;

describe('an invitation', () => {
  test('is sent once for each record', () => {
    invited()
      .gives(invitedEvent())
      .refuses({ type: 'Invite', matter: matter(), person: PERSON, ...NOTHING_ASKED }, 'conflict');
  });

  test('can be accepted only by the address that it was sent to; accepting twice is the same as once', () => {
    invited()
      .when({ ...ACCEPT, key: 'another' })
      .gives();
    accepted().gives(acceptedEvent('mail')).when(ACCEPT).gives();
  });

  test('can be declined for good, and accepted later by the same link', () => {
    const declined = invited().when({ type: 'Decline', key: 'mail-1' }).gives(step('PartnerDeclined'));
    declined.when({ type: 'Decline', key: 'mail-1' }).gives();
    declined.when(ACCEPT).gives(acceptedEvent('mail'));
    expect(record(declined).refused).toEqual(['mail-1']);
  });

  test('cannot be declined after it was accepted: the partner unsubscribes', () => {
    accepted().when({ type: 'Decline', key: 'mail-1' }).gives();
    const over = accepted().when({ type: 'Unsubscribe', key: 'mail-1' }).gives(step('PartnerUnsubscribed'));
    over.when({ type: 'Unsubscribe', key: 'mail-1' }).gives();
    over.when(ACCEPT).gives();
  });
});

describe('a change of the partner', () => {
  test('that changes nothing records nothing, whatever the partner answered', () => {
    accepted().when(change({}, false)).gives();
    invited().when({ type: 'Decline', key: 'mail-1' }).when(change({}, false)).gives();
  });

  test('of the name or the detail keeps the acceptance', () => {
    const changed = accepted()
      .when(change({ detail: 'counts' }))
      .gives(changedEvent({ detail: 'counts' }));
    expect(record(changed)).toMatchObject({ status: 'accepted', detail: 'counts', accepted: { mail: true } });
  });

  test('of the address asks for a new acceptance, and the old link says nothing about the new address', () => {
    const moved = accepted()
      .when(change({ address_key: 'mail-2' }))
      .gives(invitedEvent({ address_key: 'mail-2' }));
    expect(record(moved)).toMatchObject({ status: 'invited', accepted: { mail: false, whatsapp: false } });
    moved.when(ACCEPT).gives();
    moved.when({ type: 'Unsubscribe', key: 'mail-1' }).gives(refusedEvent('mail-1'));
    expect(record(moved.when({ type: 'Unsubscribe', key: 'mail-1' })).status).toBe('invited');
  });

  test('to an address that has refused is refused', () => {
    const declined = invited().when({ type: 'Decline', key: 'mail-1' });
    const moved = declined.when(change({ address_key: 'mail-2' })).gives(invitedEvent({ address_key: 'mail-2' }));
    moved.refuses(change({ address_key: 'mail-1' }), 'conflict');
  });

  test('of the number keeps the acceptance by mail, and invites the number', () => {
    const both = accepted()
      .when(change({ whatsapp_key: 'tel-1', has_whatsapp: true }))
      .gives(changedEvent({ whatsapp_key: 'tel-1', has_whatsapp: true }));
    expect(record(both).accepted).toEqual({ mail: true, whatsapp: false });
    const said = both.when({ type: 'Accept', channel: 'whatsapp', key: 'tel-1' }).gives(acceptedEvent('whatsapp'));
    const renumbered = said
      .when(change({ whatsapp_key: 'tel-2', has_whatsapp: true }))
      .gives(changedEvent({ whatsapp_key: 'tel-2', has_whatsapp: true }));
    expect(record(renumbered).accepted).toEqual({ mail: true, whatsapp: false });
  });

  test('of a number whose owner refuses keeps the partner who has accepted by mail', () => {
    const both = accepted().when(change({ whatsapp_key: 'tel-1', has_whatsapp: true }));
    for (const type of ['Decline', 'Unsubscribe'] as const) {
      const refused = both.when({ type, key: 'tel-1' }).gives(refusedEvent('tel-1'));
      expect(record(refused)).toMatchObject({ status: 'accepted', accepted: { mail: true, whatsapp: false }, refused: ['tel-1'] });
      refused.when({ type, key: 'tel-1' }).gives();
    }
  });

  test('that removes the address continues with a number that has accepted, and asks one that has not', () => {
    const both = accepted({ whatsapp_key: 'tel-1', has_whatsapp: true });
    both.when(change({ address_key: null, whatsapp_key: 'tel-1' })).gives(invitedEvent({ address_key: null, whatsapp_key: 'tel-1' }));
    const said = both.when({ type: 'Accept', channel: 'whatsapp', key: 'tel-1' });
    said.when(change({ address_key: null, whatsapp_key: 'tel-1' })).gives(changedEvent({ address_key: null, whatsapp_key: 'tel-1' }));
  });

  test('of a removed partner is refused; removing twice is the same as once', () => {
    const removed = accepted().when(REMOVE).gives(step('PartnerRemoved'));
    removed.when(REMOVE).gives();
    removed.refuses(change({ detail: 'counts' }), 'conflict');
    removed.when(ACCEPT).gives();
    start().refuses(REMOVE, 'not_found');
  });

  test('of an outdated version is refused', () => {
    accepted().refuses({ ...REMOVE, if_match: 0 }, 'precondition_failed');
    accepted()
      .when({ ...REMOVE, if_match: 1 })
      .gives(step('PartnerRemoved'));
  });
});

test('sends a summary only to a partner who has accepted', () => {
  invited().refuses(ASK, 'not_accepted');
  accepted().when(ASK).gives(step('SummaryAsked')).when(ASK).gives(step('SummaryAsked'));
});

test('a second partner accepts as such, keeps the role through changes, and gets no summary', () => {
  const second = accepted({ role: 'second' }).gives({ type: 'PartnerAccepted', data: { user_id: 'u', channel: 'mail', role: 'second' } });
  second.refuses(ASK, 'conflict');
  expect(record(second.when(change({ role: 'second', detail: 'counts' })))).toMatchObject({ role: 'second', status: 'accepted' });
  accepted().gives(acceptedEvent('mail'));
});

test('reports all faults of the form at once', () => {
  expect(faultsOf({ name: '', email: '', whatsapp: '' }, false)).toEqual({ name: [NAME_REQUIRED], email: [NO_CONTACT] });
  expect(faultsOf({ name: 'S', email: 'a b@example.org', whatsapp: '1' }, false)).toEqual({ email: [BAD_EMAIL] });
  expect(faultsOf({ name: 'S', email: 'me@example.org', whatsapp: '' }, true)).toEqual({ email: [OWN_ADDRESS] });
  expect(faultsOf({ name: 'S', email: '', whatsapp: '1' }, false)).toEqual({});
});

const key = fc.constantFrom('mail-1', 'mail-2', 'tel-1', 'tel-2');
const anyMatter = fc.record({
  address_key: fc.option(fc.constantFrom('mail-1', 'mail-2')),
  whatsapp_key: fc.option(fc.constantFrom('tel-1', 'tel-2')),
});
const anyCommand: fc.Arbitrary<PartnerCommand> = fc.oneof(
  anyMatter.filter((m) => m.address_key !== null || m.whatsapp_key !== null).map((m) => change(m)),
  fc.tuple(fc.constantFrom('mail', 'whatsapp'), key).map(([channel, at]) => ({ type: 'Accept', channel, key: at }) as PartnerCommand),
  key.map((at) => ({ type: 'Decline', key: at }) as PartnerCommand),
  key.map((at) => ({ type: 'Unsubscribe', key: at }) as PartnerCommand),
);

test('never treats an address as accepted that has not accepted since it was last entered', () => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 25 }), (commands) => {
      let past = invited();
      let yes = new Set<string>();
      for (const command of commands) {
        try {
          const next = past.when(command);
          const before = past.state as PartnerRecord;
          past = next;
          const now = record(past);
          if (command.type === 'Accept' && past.fresh.length > 0) yes.add(command.key);
          if (now.status !== 'accepted') yes = new Set();
          for (const one of [before.address_key, before.whatsapp_key])
            if (one !== null && one !== now.address_key && one !== now.whatsapp_key) yes.delete(one);
        } catch {
          continue;
        }
        const { accepted: said, address_key, whatsapp_key, status } = record(past);
        if (said.mail) expect(yes.has(address_key as string)).toBe(true);
        if (said.whatsapp) expect(yes.has(whatsapp_key as string)).toBe(true);
        expect(said.mail || said.whatsapp).toBe(status === 'accepted');
      }
    }),
  );
});
