import { eventsFile, type Format } from '../../analysis/formats.ts';
import { chosenEvents } from '../../analysis/from-log.ts';
import { AnalysisRefused } from '../../analysis/refused.ts';
import { makeWhole } from '../../analysis/whole-file.ts';
import type { CliPorts } from '../ports.ts';
import { type EventOptions, interruptible, withLog } from './options.ts';

export interface ExportOptions extends EventOptions {
  readonly format: Format;
  readonly out: string;
}

/** Writes the chosen events into a file, oldest first. Needs the memory of a few thousand events, however many there are. */
export const exportEvents = (ports: CliPorts, options: ExportOptions): Promise<number> =>
  withLog(ports, options, ({ log, disclosure, filters }) =>
    interruptible(async (signal) => {
      const { events, last } = await makeWhole(options.out, async (handle) => {
        const file = eventsFile(options.format, handle);
        let count = 0;
        let newest: string | null = filters.after;
        for await (const batch of chosenEvents(log, disclosure, filters)) {
          if (signal.aborted) throw new AnalysisRefused('Interrupted: nothing was written.');
          await file.write(batch);
          count += batch.length;
          newest = batch.at(-1)?.id ?? newest;
        }
        await file.finish();
        return { events: count, last: newest };
      });
      if (options.json) ports.print(JSON.stringify({ events, out: options.out, last }));
      else ports.print(`${events} events in ${options.out}.${last === null ? '' : ` The next export can go on with --after ${last}`}`);
      return 0;
    }),
  );
