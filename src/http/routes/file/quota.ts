import type { App } from '../../../app/app.ts';

const MIB = 1_048_576;

/** The most bytes that the files of an owner may take in all, by the plan. */
export const quotaOf = async ({ plans }: Pick<App, 'plans'>, owner: string): Promise<number> =>
  (await plans.of(owner)).limits.storage_mb * MIB;
