import { describe, expect, it } from 'vitest';
import { type AccountCommand, accountDecider, addressDecider, sessionDecider } from '../../../src/domain/account/decide.ts';
import type { AccountEvent } from '../../../src/domain/account/events.ts';
import { type AccountState, evolve, initial } from '../../../src/domain/account/state.ts';
import type { RuleViolation } from '../../../src/domain/kernel/decider.ts';
import { type RecordedOf, SYSTEM } from '../../../src/domain/kernel/event.ts';
import { given } from '../../support/given.ts';

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

it('records a refused sign-in as the one event of a stream that is no session, without personal data', () => {
  const refused = given(sessionDecider, { stream: 'session-s', owner: 'u1' })
    .when({ type: 'Refuse' })
    .gives({ type: 'SessionRefused', data: {}, by: SYSTEM });
  for (const command of [{ type: 'Refuse' }, { type: 'Start', how: 'signin' }, { type: 'End', how: 'signout' }] as const)
    refused.when(command).gives();
  const started = given(sessionDecider, { stream: 'session-s', owner: 'u1' }).when({ type: 'Start', how: 'signin' });
  started.when({ type: 'Refuse' }).gives();
});
