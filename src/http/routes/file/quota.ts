import type { Deps } from '../../deps.ts';

const MB = 1_048_576;
const FREE = 200 * MB;
const PAID = 5_120 * MB;

/** The most bytes that the files of an owner may take in all, by the plan. */
export const quotaOf = async ({ entitlements }: Pick<Deps, 'entitlements'>, owner: string): Promise<number> =>
  (await entitlements.has(owner, 'pro')) ? PAID : FREE;
