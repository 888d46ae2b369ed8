import { describe, expect, it, test } from 'vitest';
import { type AccountCommand, accountDecider, addressDecider, identityDecider, sessionDecider } from '../../src/domain/account/decide.ts';
import { type AccountEvent, accountStream } from '../../src/domain/account/events.ts';
import { addressStream } from '../../src/domain/account/sign-in-events.ts';
import { type AccountState, evolve, initial } from '../../src/domain/account/state.ts';
import type { RuleViolation } from '../../src/domain/kernel/decider.ts';
import { type RecordedOf, SYSTEM } from '../../src/domain/kernel/event.ts';
import { given } from '../support/given.ts';

const owner = 'u1';
const identity = { email: 'ada@example.org', full_name: 'Ada' };

describe('accounts, addresses and sessions', () => {
  const recorded = (event: AccountEvent, revision: number) =>
    ({
      ...event,
      revision,
      private: 'private' in event ? `sealed ${revision}` : null,
      metadata: { at: `2026-11-20T16:00:0${revision}.000Z` },
    }) as unknown as RecordedOf<AccountEvent>;
  const having = (...events: AccountEvent[]): AccountState => events.map(recorded).reduce(evolve, initial);

  const register = { type: 'Register', addressKey: 'k', timezone: 'UTC', identity: { email: 'a@b.cd', full_name: 'A' } } as const;
  const registered: AccountEvent = { type: 'AccountRegistered', data: { address_key: 'k', timezone: 'UTC' }, private: register.identity };
  const confirmed: AccountEvent = { type: 'AccountConfirmed', data: { timezone: 'UTC' } };
  const codeOf = (command: AccountCommand, state: AccountState): string | undefined => {
    try {
      accountDecider.decide(command, state);
      return undefined;
    } catch (error) {
      return (error as RuleViolation).code;
    }
  };

  describe('an account', () => {
    it('registers once', () => {
      expect(accountDecider.decide(register, initial)).toEqual([registered]);
      expect(accountDecider.decide(register, having(registered))).toEqual([]);
      expect(codeOf(register, having(registered, confirmed))).toBe('conflict');
    });

    it('takes all its data from the last registration, of which logs of earlier versions have several', () => {
      const second: AccountEvent = { ...registered, data: { address_key: 'k', timezone: 'Asia/Tokyo' } };
      expect(having(registered, second)).toMatchObject({ status: 'registered', timezone: 'Asia/Tokyo', full_name: 'sealed 1', version: 1 });
    });

    it('can be confirmed once', () => {
      expect(accountDecider.decide({ type: 'Confirm' }, having(registered))).toEqual([confirmed]);
      expect(accountDecider.decide({ type: 'Confirm' }, having(registered, confirmed))).toEqual([]);
    });

    it('records only those fields of the profile that change', () => {
      const state = having(registered, confirmed);
      const change = (fields: object) => accountDecider.decide({ type: 'ChangeProfile', if_match: null, ...fields }, state);
      expect(change({ timezone: 'UTC' })).toEqual([]);
      expect(change({ timezone: 'Asia/Tokyo', avatar_url: null })).toEqual([
        { type: 'ProfileChanged', data: { fields: ['avatar_url'], was: { avatar_url: null } }, private: { avatar_url: null } },
        { type: 'TimezoneChanged', data: { from: 'UTC', to: 'Asia/Tokyo', tasks_follow: true } },
      ]);
    });

    it('refuses a change of the profile by somebody who read another version', () => {
      expect(codeOf({ type: 'ChangeProfile', if_match: 0 }, having(registered, confirmed))).toBe('precondition_failed');
      expect(codeOf({ type: 'ChangeProfile', if_match: 1 }, having(registered, confirmed))).toBeUndefined();
    });

    it.each([{ type: 'Confirm' }, { type: 'SignOutEverywhere' }, { type: 'NotePassword', how: 'reset' }] as const)(
      'must be there for $type',
      (command) => {
        expect(codeOf(command, initial)).toBe('not_found');
      },
    );

    it('ignores events before its registration', () => {
      expect(having(confirmed, { type: 'TimezoneChanged', data: { from: 'UTC', to: 'Asia/Tokyo' } })).toEqual(initial);
    });
  });

  it('links a person at a provider to their first account, and to another one only after the first was deleted', () => {
    const link = (userId: string, instead: string | null) => ({ type: 'Link', userId, platform: 'google', instead }) as const;
    const nobody = given(identityDecider, { stream: 'identity-i', owner: 'u1' });
    const linked = nobody.when(link('u1', null)).gives({ type: 'IdentityLinked', data: { user_id: 'u1', platform: 'google' } });
    linked.when(link('u1', null)).gives();
    linked.when(link('u1', 'u1')).gives();
    linked.when(link('u2', null)).gives();
    linked.when(link('u2', 'u3')).gives();
    const moved = linked.when(link('u2', 'u1')).gives({ type: 'IdentityLinked', data: { user_id: 'u2', platform: 'google' } });
    expect(moved.state).toEqual({ user_id: 'u2' });
  });

  it('reserves an address for the first user who asks for it', () => {
    expect(addressDecider.decide({ type: 'Reserve', userId: 'u' }, { user_id: null })).toEqual([
      { type: 'AddressReserved', data: { user_id: 'u' } },
    ]);
    expect(addressDecider.decide({ type: 'Reserve', userId: 'u' }, { user_id: 'other' })).toEqual([]);
  });

  it('starts and ends a session once', () => {
    const start = { type: 'Start', how: 'signin' } as const;
    expect(sessionDecider.decide({ ...start, isNewDevice: false }, 'none')).toEqual([{ type: 'SessionStarted', data: { how: 'signin' } }]);
    expect(sessionDecider.decide({ ...start, isNewDevice: true }, 'none')).toEqual([
      { type: 'SessionStarted', data: { how: 'signin', new_device: true } },
    ]);
    expect(sessionDecider.decide({ type: 'Start', how: 'signin' }, 'started')).toEqual([]);
    for (const how of ['signout', 'signin'] as const) {
      expect(sessionDecider.decide({ type: 'End', how }, 'started')).toEqual([{ type: 'SessionEnded', data: { how } }]);
      expect(sessionDecider.decide({ type: 'End', how }, 'ended')).toEqual([]);
    }
  });

  it('knows that a session was started, and then that it ended', () => {
    const nobody = given(sessionDecider, { stream: 'session-s', owner: 'u1' });
    const started = nobody.when({ type: 'Start', how: 'signin' });
    const ended = started.when({ type: 'End', how: 'signout' }).gives({ type: 'SessionEnded', data: { how: 'signout' } });
    expect([nobody.state, started.state, ended.state]).toEqual(['none', 'started', 'ended']);
  });

  it('records a refused sign-in as the one event of a stream that is no session, without personal data', () => {
    const refused = given(sessionDecider, { stream: 'session-s', owner: 'u1' })
      .when({ type: 'Refuse' })
      .gives({ type: 'SessionRefused', data: {}, by: SYSTEM });
    for (const command of [{ type: 'Refuse' }, { type: 'Start', how: 'signin' }, { type: 'End', how: 'signout' }] as const)
      refused.when(command).gives();
    const started = given(sessionDecider, { stream: 'session-s', owner: 'u1' }).when({ type: 'Start', how: 'signin' });
    started.when({ type: 'Refuse' }).gives();
  });
});

describe('a sign-up', () => {
  const register = { type: 'Register', addressKey: 'key', timezone: 'Europe/Berlin', source: 'here', identity } as const;
  const answered = { type: 'NoteSignupAnswered', until: '2026-11-22T00:00:00.000Z' } as const;
  const end = { type: 'EndSignup', how: 'expired' } as const;

  const nobody = given(accountDecider, { stream: accountStream(owner), owner });
  const signedUp = nobody
    .when(register)
    .gives({ type: 'AccountRegistered', data: { address_key: 'key', timezone: 'Europe/Berlin', source: 'here' }, private: identity });

  test('a sign-up is registered and answered once', () => {
    signedUp.when(register).gives();
    const after = signedUp.when(answered).gives({ type: 'SignupAnswered', data: { until: answered.until }, by: SYSTEM });
    after.when(answered).gives();
    expect(after.state).toMatchObject({ status: 'registered', signup: { source: 'here', answered: true } });
  });

  test('a sign-up without a source was written by an earlier version, which requested the mail itself', () => {
    const { source: _, ...earlier } = register;
    const old = nobody
      .when(earlier)
      .gives({ type: 'AccountRegistered', data: { address_key: 'key', timezone: 'Europe/Berlin' }, private: identity });
    expect(old.state).toMatchObject({ signup: { source: null, answered: true } });
    old.when(answered).gives();
  });

  test('a sign-up ends once, can then not be confirmed, and is deleted like an account without farewells', () => {
    const ended = signedUp.when(end).gives({ type: 'SignupEnded', data: { address_key: 'key', how: 'expired' }, by: SYSTEM });
    ended.when(end).gives();
    ended.when(answered).gives();
    ended.refuses({ type: 'Confirm' }, 'not_found');
    ended.refuses(register, 'conflict');
    expect(ended.state).toMatchObject({ status: 'none', left: { stage: 'requested', unconfirmed: true } });
    const deleted = ended
      .when({ type: 'NoteDeleted', lastMessagesUntil: answered.until })
      .gives({ type: 'AccountDeleted', data: { last_messages_until: answered.until } });
    deleted.when({ type: 'NoteForgotten' }).gives({ type: 'AccountForgotten', data: {} });
  });

  test('a confirmed account does not end as a sign-up', () => {
    const member = signedUp.when({ type: 'Confirm' });
    member.when(end).gives();
    nobody.when(end).gives();
    expect(member.when({ type: 'RequestDeletion' }).state).toMatchObject({ left: { unconfirmed: false } });
  });

  test('an address moves to another account only if the command names its present one', () => {
    const held = given(addressDecider, { stream: addressStream('key'), owner }).when({ type: 'Reserve', userId: 'u1' });
    held.when({ type: 'Reserve', userId: 'u2' }).gives();
    held.when({ type: 'Reserve', userId: 'u2', instead: 'u3' }).gives();
    held.when({ type: 'Reserve', userId: 'u1', instead: 'u1' }).gives();
    const taken = held
      .when({ type: 'Reserve', userId: 'u2', instead: 'u1' })
      .gives({ type: 'AddressReleased', data: { user_id: 'u1' } }, { type: 'AddressReserved', data: { user_id: 'u2' } });
    expect(taken.state).toEqual({ user_id: 'u2' });
  });
});

describe('leaving', () => {
  const register = { type: 'Register', addressKey: 'key', timezone: 'Europe/Berlin', identity } as const;
  const UNTIL = '2026-11-22T00:00:00.000Z';
  const member = given(accountDecider, { stream: accountStream(owner), owner })
    .when(register)
    .when({ type: 'Confirm' });
  const leaving = member.when({ type: 'RequestDeletion' });

  test('decides a deletion once, and allows the later steps only after it and in order', () => {
    leaving
      .gives({ type: 'AccountDeletionRequested', data: { address_key: 'key' } })
      .when({ type: 'RequestDeletion' })
      .gives();
    member.when({ type: 'NoteDeleted', lastMessagesUntil: UNTIL }).gives();
    leaving.when({ type: 'NoteForgotten' }).gives();
    const deleted = leaving
      .when({ type: 'NoteDeleted', lastMessagesUntil: UNTIL })
      .gives({ type: 'AccountDeleted', data: { last_messages_until: UNTIL } });
    deleted.when({ type: 'NoteDeleted', lastMessagesUntil: UNTIL }).gives();
    deleted.when({ type: 'NoteForgotten' }).gives({ type: 'AccountForgotten', data: {} }).when({ type: 'NoteForgotten' }).gives();
  });

  test('puts nothing personal into the events of a deletion', () => {
    const all = leaving.when({ type: 'NoteDeleted', lastMessagesUntil: UNTIL }).when({ type: 'NoteForgotten' });
    expect(all.past.slice(2).map((event) => event.private)).toEqual([null, null, null]);
  });

  test('refuses every command for a deleted account', () => {
    for (const command of [
      { type: 'Confirm' },
      { type: 'ChangeProfile', full_name: 'Eve', if_match: null },
      { type: 'NotePassword', how: 'change' },
      { type: 'SignOutEverywhere' },
    ] as const)
      leaving.refuses(command, 'not_found');
    leaving.refuses(register, 'conflict');
    given(accountDecider, { stream: accountStream(owner), owner }).refuses({ type: 'RequestDeletion' }, 'not_found');
  });

  test('a deletion that is put off keeps its first instant, can be taken back, and ends in a deletion', () => {
    const scheduled = member
      .when({ type: 'ScheduleDeletion', at: UNTIL })
      .gives({ type: 'AccountDeletionScheduled', data: { deletion_at: UNTIL } });
    expect(scheduled.state).toMatchObject({ status: 'confirmed', deletion_at: UNTIL });
    scheduled.when({ type: 'ScheduleDeletion', at: '2030-01-01T00:00:00.000Z' }).gives();
    const kept = scheduled.when({ type: 'CancelDeletion' }).gives({ type: 'AccountDeletionCancelled', data: { deletion_at: UNTIL } });
    expect(kept.state).toMatchObject({ deletion_at: null });
    kept.refuses({ type: 'CancelDeletion' }, 'conflict');
    scheduled.when({ type: 'RequestDeletion' }).gives({ type: 'AccountDeletionRequested', data: { address_key: 'key' } });
  });

  test('keeps what the deletion needs in the state until the account is forgotten', () => {
    const [registered] = member.past;
    const left = { address_key: 'key', email: registered?.private, full_name: registered?.private, unconfirmed: false };
    expect(leaving.state).toMatchObject({ status: 'none', left: { ...left, stage: 'requested', last_messages_until: null } });
    const deleted = leaving.when({ type: 'NoteDeleted', lastMessagesUntil: UNTIL });
    expect(deleted.state).toMatchObject({ status: 'none', left: { ...left, stage: 'deleted', last_messages_until: UNTIL } });
    const forgotten = deleted.when({ type: 'NoteForgotten' });
    expect(forgotten.state).toMatchObject({ status: 'none', left: { ...left, stage: 'forgotten', last_messages_until: UNTIL } });
  });

  test('refuses to delete an account that was never there, and to sign up again with one that was deleted, with a sentence', () => {
    const nobody = given(accountDecider, { stream: accountStream(owner), owner });
    expect(nobody.refuses({ type: 'RequestDeletion' }, 'not_found').message).toBe('There is no such account.');
    nobody.when({ type: 'NoteDeleted', lastMessagesUntil: UNTIL }).gives();
    nobody.when({ type: 'NoteForgotten' }).gives();
    expect(leaving.refuses(register, 'conflict').message).toBe('This sign-up is over.');
  });

  test('records the former values when the profile changes', () => {
    const changed = member.when({ type: 'ChangeProfile', full_name: 'Ada L.', if_match: null });
    expect(changed.fresh[0]?.data).toMatchObject({
      fields: ['full_name'],
      was: { full_name: member.state.status === 'none' ? null : member.state.full_name },
    });
  });

  test('lets only the holder release an address, which is then free again', () => {
    const address = given(addressDecider, { stream: addressStream('key'), owner });
    const held = address.when({ type: 'Reserve', userId: 'u1' });
    held.when({ type: 'Release', userId: 'u2' }).gives();
    const free = held.when({ type: 'Release', userId: 'u1' }).gives({ type: 'AddressReleased', data: { user_id: 'u1' } });
    free.when({ type: 'Release', userId: 'u1' }).gives();
    const next = free.when({ type: 'Reserve', userId: 'u2' }).gives({ type: 'AddressReserved', data: { user_id: 'u2' } });
    next.when({ type: 'Release', userId: 'u1' }).gives();
  });
});
