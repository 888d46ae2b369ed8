// One export, in a process of its own: `export-side.ts <format> <events> <data folder> <out>`. Prints the peak of its memory in MiB.

import { namelessDisclosure } from '../../src/analysis/disclosure.ts';
import { filtersFrom } from '../../src/analysis/filters.ts';
import { eventsFile, type Format } from '../../src/analysis/formats.ts';
import { chosenEvents, type ReadLog } from '../../src/analysis/from-log.ts';
import { makeWhole } from '../../src/analysis/whole-file.ts';
import { readConfig } from '../../src/config/config.ts';
import { EVENTS } from '../../src/domain/catalogue.ts';
import { type Position, START } from '../../src/domain/kernel/event.ts';
import { openLog } from '../../src/wiring/reading.ts';

const [format, count, data, out] = process.argv.slice(2) as [Format, string, string, string];
const wanted = Number(count);

const positionOf = (place: number): Position => String(place).padStart(START.length, '0');

/** A log of so many events: those of the folder, again and again, each time with other ids. */
function repeated(log: ReadLog, held: number): ReadLog {
  return {
    ...log,
    head: async () => positionOf(wanted),
    async readAll(after, limit) {
      const place = Number(after);
      const events = await log.readAll(positionOf(place % held), limit);
      const round = Math.floor(place / held)
        .toString(16)
        .padStart(4, '0');
      return events.map((event, index) => ({ ...event, id: `${round}${event.id.slice(4)}`, position: positionOf(place + index + 1) }));
    },
  };
}

const { log, hashes, opener, close } = await openLog(readConfig({ VOUCH_DATA: data }));
const disclosure = namelessDisclosure({ catalogue: EVENTS, hashes, opener });
const long = repeated(log, Number(await log.head()));
await makeWhole(out, async (handle) => {
  const file = eventsFile(format, handle);
  for await (const batch of chosenEvents(long, disclosure, filtersFrom({}, new Set()))) await file.write(batch);
  await file.finish();
});
await close();
process.stdout.write(String(process.resourceUsage().maxRSS / 1_024));
