import type { Disclosure } from '../../analysis/disclosure.ts';
import { beginningOf, eventsAfter, isAsked } from '../../analysis/from-log.ts';
import { allDocuments } from '../../analysis/pairs.ts';
import { AnalysisRefused } from '../../analysis/refused.ts';
import { makeWhole } from '../../analysis/whole-file.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { foldApart } from '../../projections/engine/fold-apart.ts';
import { type AnyProjection, collectionName } from '../../projections/engine/projection.ts';
import { type Asked, type EventOptions, withLog } from '../events/options.ts';
import type { CliPorts } from '../ports.ts';

export interface ReadModelOptions extends EventOptions {
  readonly out?: string;
}

/** Folds one of the product's own read models anew from the chosen events, and gives its documents, one on each line. */
export function replayReadModel(ports: CliPorts, name: string, options: ReadModelOptions): Promise<number> {
  const projection = projectionCalled(ports, name);
  return withLog(ports, options, async (asked) => {
    const scratch = ports.openScratch();
    try {
      await foldApart({ documents: scratch, projections: [projection], events: chosenRecords(asked) });
      const lines = linesOf(allDocuments(scratch, collectionName(projection)), asked.disclosure);
      if (options.out === undefined) {
        for await (const { text } of lines) await ports.write(text);
        return 0;
      }
      const documents = await makeWhole(options.out, async (file) => {
        let count = 0;
        for await (const { text, documents: more } of lines) {
          await file.writeFile(text);
          count += more;
        }
        return count;
      });
      ports.print(options.json ? JSON.stringify({ documents, out: options.out }) : `${documents} documents in ${options.out}.`);
      return 0;
    } finally {
      await scratch.close();
    }
  });
}

function projectionCalled({ projections }: CliPorts, name: string): AnyProjection {
  const found = projections.find((each) => each.name === name);
  if (found) return found;
  const names = projections.map((each) => each.name).join(', ');
  throw new AnalysisRefused(`There is no read model called ${name}. There are: ${names}. A file of your own ends in .ts.`);
}

/** The chosen events as they are stored. The disclosure learns of every event whose account's id documents may contain. */
async function* chosenRecords({ log, disclosure, filters }: Asked): AsyncGenerator<readonly Recorded[]> {
  for await (const batch of eventsAfter(log, await beginningOf(log, filters))) {
    yield batch.filter((event) => isAsked(disclosure, filters, event));
  }
}

/** Lines that are written at once. */
const TOGETHER = 200;

interface Lines {
  readonly text: string;
  readonly documents: number;
}

async function* linesOf(documents: ReturnType<typeof allDocuments>, disclosure: Disclosure): AsyncGenerator<Lines> {
  let lines: string[] = [];
  for await (const stored of documents) {
    lines.push(`${JSON.stringify(await disclosure.document(stored))}\n`);
    if (lines.length < TOGETHER) continue;
    yield { text: lines.join(''), documents: lines.length };
    lines = [];
  }
  yield { text: lines.join(''), documents: lines.length };
}
