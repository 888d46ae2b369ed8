import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { type Changed, sendSubscription } from './commands.ts';

/**
 * Starts the trial of Pro.
 * @throws RuleViolation trial_used, conflict
 */
export const startTrial = async (app: App, caller: Caller): Promise<Changed> =>
  sendSubscription(app, caller, { type: 'StartTrial', now: app.clock.now() });
