import { expect, test } from 'vitest';
import { addressStream } from '../../../src/domain/account/address-events.ts';
import { accountDecider, addressDecider } from '../../../src/domain/account/decide.ts';
import { accountStream } from '../../../src/domain/account/events.ts';
import { SYSTEM } from '../../../src/domain/kernel/event.ts';
import { given } from '../../support/given.ts';

const owner = 'u1';
const identity = { email: 'ada@example.org', full_name: 'Ada' };
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
