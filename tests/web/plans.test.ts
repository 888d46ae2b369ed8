import { expect, test } from 'vitest';
import { PLANS, type PlanName } from '../../src/contracts/plan.ts';
import type { SubscriptionStatus } from '../../web/api/subscriptions.ts';
import { dollars, premiumOf, priceWords } from '../../web/plans/invitation.tsx';
import { factWords } from '../../web/premium/post-entry.tsx';
import { keptTasks } from '../../web/premium/posts.tsx';
import { canCancel, canResume, cardOf, currentPlan, isBought, type PlanView, standingWords } from '../../web/settings/plan-words.ts';
import { aTask } from './examples.ts';

test('prices are written without cents if they are whole', () => {
  expect([0, 500, 1_999].map(dollars)).toEqual(['$0', '$5', '$19.99']);
  expect(PLANS.map(priceWords)).toEqual(['free', '$5 a month', '$10 a month']);
});

test('premium is open, was open before, or is closed; a failed status counts as closed', () => {
  const status = (own: Partial<SubscriptionStatus>) => ({ isPremium: false, status: 'none', ...own }) as SubscriptionStatus;
  expect(premiumOf(undefined)).toBeNull();
  expect(premiumOf(null)).toBe('closed');
  expect(premiumOf(status({}))).toBe('closed');
  expect(premiumOf(status({ status: 'canceled' }))).toBe('past');
  expect(premiumOf(status({ status: 'active', isPremium: true }))).toBe('open');
});

const HERE = { zone: 'Europe/Berlin', today: '2026-11-23', now: Date.parse('2026-11-23T13:12:00Z') };
const NONE: SubscriptionStatus = {
  isPremium: false,
  status: 'none',
  phase: null,
  plan: 'free',
  trial: { available: true, endsAt: null },
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  pending: null,
};
const view = (paid: PlanName, own: Partial<SubscriptionStatus> = {}): PlanView => ({ paid, status: { ...NONE, ...own } });
const TRIAL = view('Free', {
  isPremium: true,
  status: 'active',
  phase: 'trial',
  plan: 'pro',
  trial: { available: false, endsAt: '2026-12-07T13:12:00Z' },
});
const PAID = view('Pro', {
  isPremium: true,
  status: 'active',
  phase: 'paid',
  plan: 'pro',
  trial: { available: false, endsAt: null },
  currentPeriodEnd: '2026-12-23T12:00:00Z',
});
const ENDING = { ...PAID, status: { ...NONE, ...PAID.status, cancelAtPeriodEnd: true } };
const DOWN = { ...PAID, status: { ...NONE, ...PAID.status, pending: { plan: 'byok' as const, at: '2026-12-23T12:00:00Z' } } };
const labels = (of: PlanView) => PLANS.map((plan) => cardOf(plan, of)).map(({ label, act }) => [label, act]);

test('the button of the current plan is disabled, and every other one has the text of the specification', () => {
  expect(labels(view('Free'))).toEqual([
    ['Currently Selected', null],
    ['Select Plan', 'choose'],
    ['Choose Popular', 'choose'],
  ]);
  expect(labels(view('BYOK'))).toEqual([
    ['Select Plan', 'choose'],
    ['Currently Selected', null],
    ['Choose Popular', 'choose'],
  ]);
  expect(labels(PAID)[2]).toEqual(['Currently Selected', null]);
});

test('in a trial Pro is the current plan and can be bought, and choosing Free ends the trial', () => {
  expect(currentPlan(TRIAL)).toBe('Pro');
  expect(labels(TRIAL)).toEqual([
    ['Select Plan', 'end-trial'],
    ['Select Plan', 'choose'],
    ['Keep Pro', 'keep'],
  ]);
  expect(PLANS.map((plan) => cardOf(plan, TRIAL).isCurrent)).toEqual([false, false, true]);
});

test('a planned change cannot be chosen again, and can be taken back', () => {
  expect(PLANS.map((plan) => cardOf(plan, DOWN)).map(({ follows, act }) => [follows, act])).toEqual([
    [false, 'choose'],
    [true, null],
    [false, null],
  ]);
  expect([DOWN, ENDING, PAID, TRIAL].map((one) => [canResume(one), canCancel(one)])).toEqual([
    [true, false],
    [true, false],
    [false, true],
    [false, false],
  ]);
  expect(canCancel(view('Free'))).toBe(false);
});

test('the current plan and its end are written in the owner’s zone', () => {
  expect([view('Free'), TRIAL, PAID, ENDING, DOWN].map((one) => standingWords(one, HERE))).toEqual([
    'You are on Free.',
    'You are trying Pro until Mon 7 Dec, 14:12, in 14 days. It ends by itself, in Free, and nothing is charged.',
    'Pro, $10 a month. It renews on Wed 23 Dec.',
    'Pro until Wed 23 Dec, then Free. Nothing is lost.',
    'Pro until Wed 23 Dec, then BYOK. Nothing is lost.',
  ]);
  const late = view('Pro', { phase: 'past_due', plan: 'pro', status: 'active', currentPeriodEnd: '2026-11-30T12:00:00Z' });
  expect(standingWords(late, HERE)).toBe(
    'The last payment failed. Pro stays until Mon 30 Nov, 13:00; once it is paid, everything goes on.',
  );
});

test('a status that could not be read is neither premium nor an error', () => {
  const unknown: PlanView = { paid: 'Pro', status: null };
  expect([currentPlan(unknown), standingWords(unknown, HERE), canCancel(unknown), canResume(unknown)]).toEqual([
    'Pro',
    'You are on Pro.',
    false,
    false,
  ]);
});

test('a plan counts as bought when it is paid for, not during the trial', () => {
  expect([TRIAL, PAID].map(({ status }) => isBought('Pro', status))).toEqual([false, true]);
  expect([isBought('BYOK', PAID.status), isBought('Pro', null)]).toEqual([false, false]);
});

test('the numbers of a post are shown unchanged', () => {
  const facts = { kept: 11, streak: 1, from: '2026-11-16', to: '2026-11-22' };
  expect(factWords(facts, '2026-11-23')).toBe('11 promises kept, a streak of 1 day, 16 Nov to 22 Nov');
  expect(factWords({ ...facts, to: facts.from }, '2026-11-23')).toBe('11 promises kept, a streak of 1 day, 16 Nov');
});

test('a post can be about a kept task, and the newest comes first', () => {
  const kept = (id: string, completedAt: string) => aTask({ id, outcome: 'kept', completedAt });
  const list = [kept('a', '2026-11-20T08:00:00Z'), aTask({ id: 'open' }), kept('b', '2026-11-21T08:00:00Z')];
  expect(keptTasks(list).map(({ id }) => id)).toEqual(['b', 'a']);
});
