import type { App } from '../../app/app.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Fields } from './problems.ts';

class Rehearsed extends Error {}

/** What a use case would refuse by field, without doing it: the log takes nothing. For bodies that have other faults as well. */
export async function rehearse(app: App, work: (app: App) => Promise<unknown>): Promise<Fields> {
  const { store } = app;
  const closed: App['store'] = {
    append: () => Promise.reject(new Rehearsed()),
    readStream: (...given) => store.readStream(...given),
    readAll: (...given) => store.readAll(...given),
    readLast: (limit) => store.readLast(limit),
    head: () => store.head(),
    subscribe: (...given) => store.subscribe(...given),
  };
  try {
    await work({ ...app, store: closed });
    return {};
  } catch (error) {
    if (error instanceof RuleViolation) return error.fields ?? {};
    if (error instanceof Rehearsed) return {};
    throw error;
  }
}
