import type { App } from '../app.ts';
import { withOwnerLock } from '../owner-lock.ts';

/** Runs work for one account one piece after the other, so that nothing is created for an account that is being deleted. */
export const withAccountLock = <T>(app: Pick<App, 'store' | 'shared'>, owner: string, work: () => Promise<T>): Promise<T> =>
  withOwnerLock(app, owner, work, 'leaving');
