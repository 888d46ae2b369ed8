import type { ExportedEvent } from './disclosure.ts';
import type { LoadedFold } from './load-fold.ts';
import { reasonOf } from './reason.ts';
import { AnalysisRefused } from './refused.ts';

export interface Folded {
  readonly state: unknown;
  readonly events: number;
  /** The id of the last event that was folded; null: there was none. */
  readonly last: string | null;
}

/**
 * Folds events, oldest first.
 * @throws AnalysisRefused naming the event and the reason if the fold fails
 */
export async function runFold(fold: LoadedFold, events: AsyncIterable<readonly ExportedEvent[]>): Promise<Folded> {
  let state = initial(fold);
  let count = 0;
  let last: string | null = null;
  for await (const batch of events) {
    for (const event of batch) {
      state = applied(fold, state, event);
      count += 1;
      last = event.id;
    }
  }
  return { state, events: count, last };
}

function initial(fold: LoadedFold): unknown {
  try {
    return fold.init();
  } catch (error) {
    throw new AnalysisRefused(`The fold ${fold.name} fails before the first event. ${reasonOf(error)}`);
  }
}

function applied(fold: LoadedFold, state: unknown, event: ExportedEvent): unknown {
  try {
    const next = fold.apply(state, event);
    if (next === undefined) throw new TypeError('apply returned no state');
    if (next instanceof Promise) throw new TypeError('apply returned a promise, but it has to return the state itself');
    return next;
  } catch (error) {
    throw new AnalysisRefused(`The fold ${fold.name} fails at the event ${event.id} (${event.type}). ${reasonOf(error)}`);
  }
}

/** The state as JSON, with maps as objects and sets as lists. @throws AnalysisRefused if it cannot be written as JSON */
export function stateAsJson(fold: LoadedFold, value: object, indent?: number): string {
  try {
    return JSON.stringify(
      value,
      (_, inner) => (inner instanceof Map ? Object.fromEntries(inner) : inner instanceof Set ? [...inner] : inner),
      indent,
    );
  } catch (error) {
    throw new AnalysisRefused(`The state of the fold ${fold.name} cannot be written as JSON. ${reasonOf(error)}`);
  }
}
