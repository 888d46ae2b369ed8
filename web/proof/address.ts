import type { DecidedState, HistoryFilter, ProofType } from '../api/verifications.ts';

export const VERIFY_TABS = ['waiting', 'history'] as const;
export type VerifyTab = (typeof VERIFY_TABS)[number];

/** 'Accepted' includes proofs that count on the owner's own word. */
export const STATE_NAMES: Readonly<Record<DecidedState, string>> = { verified: 'Accepted', rejected: 'Rejected', expired: 'Expired' };
export const TYPE_NAMES: Readonly<Record<ProofType, string>> = {
  email: 'Email',
  coding: 'Coding',
  system_design: 'System design',
  general: 'General',
};
/** The periods of the figures, in days. Null: the whole time. */
export const PERIODS = [30, 90, 365, null] as const;
export type Period = (typeof PERIODS)[number];

export interface VerifyAddress extends HistoryFilter {
  readonly tab: VerifyTab;
  readonly days: Period;
}

const oneOf = <T extends string>(names: Readonly<Record<T, string>>, given: string | null): T | null =>
  (Object.keys(names) as T[]).find((name) => name === given) ?? null;

export const addressFrom = (params: URLSearchParams): VerifyAddress => ({
  tab: VERIFY_TABS.find((one) => one === params.get('tab')) ?? 'waiting',
  state: oneOf(STATE_NAMES, params.get('state')),
  type: oneOf(TYPE_NAMES, params.get('type')),
  days: PERIODS.find((one) => String(one ?? 'all') === params.get('days')) ?? (params.get('days') === 'all' ? null : 90),
});

/** Leaves default values out. */
export function addressOf(
  { tab, state, type, days }: Partial<VerifyAddress> & Pick<VerifyAddress, 'tab'>,
  task: string | null = null,
): string {
  const params = new URLSearchParams([
    ...(tab === 'waiting' ? [] : [['tab', tab]]),
    ...(tab === 'history' && state ? [['state', state]] : []),
    ...(tab === 'history' && type ? [['type', type]] : []),
    ...(tab === 'history' && days !== undefined && days !== 90 ? [['days', String(days ?? 'all')]] : []),
  ]);
  const path = task === null ? '/verify' : `/verify/task/${encodeURIComponent(task)}`;
  return params.size === 0 ? path : `${path}?${params.toString()}`;
}
