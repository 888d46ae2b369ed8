import { expect, test } from 'vitest';
import { addressStream } from '../../../src/domain/account/address-events.ts';
import { accountDecider, addressDecider } from '../../../src/domain/account/decide.ts';
import { accountStream } from '../../../src/domain/account/events.ts';
import { given } from '../../support/given.ts';

const owner = 'u1';
const identity = { email: 'ada@example.org', full_name: 'Ada' };
const register = { type: 'Register', addressKey: 'key', timezone: 'Europe/Berlin', source: 'here', identity } as const;
const answered = { type: 'NoteSignupAnswered', until: '2026-11-22T00:00:00.000Z' } as const;
const end = { type: 'EndSignup', how: 'expired' } as const;

const nobody = given(accountDecider, { stream: accountStream(owner), owner });
const signedUp = nobody.when(register).gives('AccountRegistered');

test('a sign-up is registered and answered once', () => {
  signedUp.when(register).gives();
  const after = signedUp.when(answered).gives('SignupAnswered');
  after.when(answered).gives();
  expect(after.state).toMatchObject({ status: 'registered', signup: { source: 'here', answered: true } });
});

test('a sign-up without a source is one of an earlier version, which asked for the mail itself', () => {
  const { source: _, ...earlier } = register;
  const old = nobody.when(earlier).gives('AccountRegistered');
  expect(old.state).toMatchObject({ signup: { source: null, answered: true } });
  old.when(answered).gives();
});

test('a sign-up ends once, cannot be confirmed then, and leaves like an account without farewells', () => {
  const ended = signedUp.when(end).gives('SignupEnded');
  ended.when(end).gives();
  ended.when(answered).gives();
  ended.refuses({ type: 'Confirm' }, 'not_found');
  ended.refuses(register, 'conflict');
  expect(ended.state).toMatchObject({ status: 'none', left: { stage: 'requested', unconfirmed: true } });
  const deleted = ended.when({ type: 'NoteDeleted', lastMessagesUntil: '2026-11-22T00:00:00.000Z' }).gives('AccountDeleted');
  deleted.when({ type: 'NoteForgotten' }).gives('AccountForgotten');
});

test('a confirmed account does not end as a sign-up', () => {
  const member = signedUp.when({ type: 'Confirm' });
  member.when(end).gives();
  nobody.when(end).gives();
  expect(member.when({ type: 'RequestDeletion' }).state).toMatchObject({ left: { unconfirmed: false } });
});

test('an address is taken from the account that is named, and from no other', () => {
  const held = given(addressDecider, { stream: addressStream('key'), owner }).when({ type: 'Reserve', userId: 'u1' });
  held.when({ type: 'Reserve', userId: 'u2' }).gives();
  held.when({ type: 'Reserve', userId: 'u2', instead: 'u3' }).gives();
  held.when({ type: 'Reserve', userId: 'u1', instead: 'u1' }).gives();
  const taken = held.when({ type: 'Reserve', userId: 'u2', instead: 'u1' }).gives('AddressReleased', 'AddressReserved');
  expect(taken.state).toEqual({ user_id: 'u2' });
});
