import type { App } from '../app.ts';
import { withOwnerLock } from '../owner-lock.ts';

/** Runs works of one account one after the other, so that nothing is made for an account while it is being deleted. */
export const withAccountLock = <T>(app: Pick<App, 'store' | 'shared'>, owner: string, work: () => Promise<T>): Promise<T> =>
  withOwnerLock(app, owner, work, 'leaving');
