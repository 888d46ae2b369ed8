import type { App } from '../../app/app.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { withAppend } from '../../domain/kernel/event-store.ts';
import type { Fields } from './problems.ts';

class DryRunEnded extends Error {}

/**
 * Runs a use case without writing, and returns the errors by field that it would report. The server uses this for a body with
 * other errors, to report all errors together.
 */
export async function dryRun(app: App, work: (app: App) => Promise<unknown>): Promise<Fields> {
  const closed = withAppend(app.store, () => Promise.reject(new DryRunEnded()));
  try {
    await work({ ...app, store: closed });
    return {};
  } catch (error) {
    if (error instanceof RuleViolation) return error.fields ?? {};
    if (error instanceof DryRunEnded) return {};
    throw error;
  }
}
