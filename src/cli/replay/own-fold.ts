import type { ExportedEvent } from '../../analysis/disclosure.ts';
import { filtersFrom } from '../../analysis/filters.ts';
import { exportedEvents } from '../../analysis/from-export.ts';
import { chosenEvents } from '../../analysis/from-log.ts';
import { loadFold } from '../../analysis/load-fold.ts';
import { runFold, stateAsJson } from '../../analysis/run-fold.ts';
import { type EventOptions, namesOfTypes, withLog } from '../events/options.ts';
import type { CliPorts } from '../ports.ts';

export interface OwnFoldOptions extends EventOptions {
  /** The path of an export, which is read in place of the log. */
  readonly log?: string;
}

/** Folds the chosen events of the log, or of an export, by a fold of one's own, and prints its state. */
export async function replayOwnFold(ports: CliPorts, file: string, options: OwnFoldOptions): Promise<number> {
  const fold = await loadFold(file);
  async function printFold(chosen: AsyncIterable<readonly ExportedEvent[]>): Promise<number> {
    const { state, events, last } = await runFold(fold, chosen);
    const shown = { name: fold.name, state, events, last };
    ports.print(options.json ? stateAsJson(fold, shown) : `${fold.name}, ${events} events:\n${stateAsJson(fold, { state }, 2)}`);
    return 0;
  }
  if (options.log !== undefined) return printFold(exportedEvents(options.log, filtersFrom(options, namesOfTypes(ports))));
  return withLog(ports, options, ({ log, disclosure, filters }) => printFold(chosenEvents(log, disclosure, filters)));
}
