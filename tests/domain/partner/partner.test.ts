import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decided } from '../../../src/domain/kernel/event.ts';
import { ADDRESS_REFUSED, isThere, type PartnerCommand, partnerDecider } from '../../../src/domain/partner/decide.ts';
import { type PartnerEvent, type PartnerMatter, partnerKeyOwner } from '../../../src/domain/partner/events.ts';
import { BAD_EMAIL, faultsOf, judgeAmong, NAME_REQUIRED, NO_CONTACT, OWN_ADDRESS } from '../../../src/domain/partner/rules.ts';
import type { PartnerRecord, PartnerState } from '../../../src/domain/partner/state.ts';
import { given, type Scenario } from '../../support/given.ts';
import { matter, PERSON } from '../../support/partner-program.ts';

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
    expect(accepted().refuses({ type: 'Invite', matter: matter(), person: PERSON, ...NOTHING_ASKED }, 'conflict').message).toBe(
      'You have a partner already. Remove them first.',
    );
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

describe('an answer', () => {
  test('that declines is ignored if it comes from another address, or after the partner was removed', () => {
    invited().when({ type: 'Decline', key: 'another' }).gives();
    accepted().when(REMOVE).when({ type: 'Decline', key: 'mail-1' }).gives();
  });

  test('that unsubscribes before anybody accepted ends the invitation', () => {
    const over = invited().when({ type: 'Unsubscribe', key: 'mail-1' }).gives(step('PartnerUnsubscribed'));
    expect(record(over)).toMatchObject({ status: 'unsubscribed', refused: ['mail-1'] });
  });

  test('is recorded in the status of the partner', () => {
    expect(start().state).toEqual({ status: 'none' });
    expect(record(invited().when({ type: 'Decline', key: 'mail-1' })).status).toBe('declined');
    expect(record(accepted().when(REMOVE)).status).toBe('removed');
  });

  test('before the invitation changes nothing', () => {
    const early = given(partnerDecider, { stream: 'partner-p', owner: 'partner:p' }, accepted().past.slice(1));
    expect(early.state).toEqual({ status: 'none' });
  });
});

test('a partner has a key of their own, by the id of the record', () => {
  expect(partnerKeyOwner('p')).toBe('partner:p');
});

test('a partner is there from the invitation until somebody ends it', () => {
  const statuses = ['none', 'invited', 'accepted', 'declined', 'unsubscribed', 'removed'] as const;
  expect(statuses.filter((status) => isThere({ status }))).toEqual(['invited', 'accepted']);
});

describe('the judge of a task', () => {
  const first = { id: 'p1', status: 'accepted' } as const;
  const second = { id: 'p2', status: 'accepted', role: 'second' } as const;
  const judge = (partners: Parameters<typeof judgeAmong>[0], named: string | null) =>
    judgeAmong(partners as readonly (typeof first | typeof second)[], named, (one) => one);

  test('is the partner that the task names, if they have accepted', () => {
    expect(judge([first, second], 'p2')).toBe(second);
    expect(judge([first, { ...second, status: 'invited' }], 'p2')).toBe(first);
  });

  test('is the first partner otherwise, if they have accepted', () => {
    expect(judge([second, first], null)).toBe(first);
    expect(judge([second, first], 'p3')).toBe(first);
    expect(judge([second], null)).toBeNull();
    expect(judge([{ ...first, status: 'removed' }], null)).toBeNull();
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

  test('to a number that has refused is refused, also beside a new address', () => {
    const number = { whatsapp_key: 'tel-1', has_whatsapp: true };
    const refused = accepted(number).when({ type: 'Decline', key: 'tel-1' });
    expect(refused.refuses(change({ ...number, address_key: 'mail-2' }), 'conflict').message).toBe(ADDRESS_REFUSED);
    const without = refused.when(change({})).gives(changedEvent({}));
    expect(without.refuses(change(number), 'conflict').message).toBe(ADDRESS_REFUSED);
  });

  test('of the only number that has accepted asks for a new acceptance', () => {
    const number = (whatsapp_key: string) => ({ whatsapp_key, has_whatsapp: true });
    const byNumber = invited(number('tel-1')).when({ type: 'Accept', channel: 'whatsapp', key: 'tel-1' });
    byNumber.when(change(number('tel-2'))).gives(invitedEvent(number('tel-2')));
  });

  test('that removes the address before anybody accepted invites the number', () => {
    const number = { whatsapp_key: 'tel-1', has_whatsapp: true };
    invited(number)
      .when(change({ ...number, address_key: null }))
      .gives(invitedEvent({ ...number, address_key: null }));
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
    const byNumber = said.when(change({ address_key: null, whatsapp_key: 'tel-1' }));
    byNumber.gives(changedEvent({ address_key: null, whatsapp_key: 'tel-1' }));
    expect(record(byNumber).accepted).toEqual({ mail: false, whatsapp: true });
  });

  test('of a removed partner is refused; removing twice is the same as once', () => {
    const removed = accepted().when(REMOVE).gives(step('PartnerRemoved'));
    removed.when(REMOVE).gives();
    removed.refuses(change({ detail: 'counts' }), 'conflict');
    removed.when(ACCEPT).gives();
    expect(start().refuses(REMOVE, 'not_found').message).toBe('There is no such partner.');
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
  accepted().refuses({ ...ASK, if_match: 0 }, 'precondition_failed');
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
  for (const isOwn of [false, true]) expect(faultsOf({ name: 'S', email: '', whatsapp: '1' }, isOwn)).toEqual({});
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
