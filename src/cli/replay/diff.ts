import { type ComparedReadModel, compareReadModels } from '../../analysis/differences.ts';
import { eventsAfter } from '../../analysis/from-log.ts';
import type { CliPorts } from '../ports.ts';

/** The documents that are named for each read model. */
const NAMED = 20;

/** Compares the read models as they are with a fresh fold of the log. Exit code 1: some of them differ. */
export async function projectionsDiff(ports: CliPorts, { json = false }: { readonly json?: boolean }): Promise<number> {
  const opened = await ports.openLog();
  const scratch = ports.openScratch();
  try {
    const serving = await opened.readModels();
    const { projections } = ports;
    const events = (after: string) => eventsAfter(opened.log, after);
    const compared = await compareReadModels({ projections, serving, scratch, events });
    if (json) ports.print(JSON.stringify({ read_models: compared.map(asJson) }));
    else for (const each of compared) printPlain(ports, each);
    return compared.some(({ differences }) => differences.size > 0) ? 1 : 0;
  } finally {
    await scratch.close();
    await opened.close();
  }
}

const asJson = ({ differences, ...rest }: ComparedReadModel) => ({
  ...rest,
  differing: differences.size,
  first: [...differences].slice(0, NAMED).map(([id, difference]) => ({ id, difference })),
});

function printPlain({ print }: CliPorts, { name, version, checkpoint, documents, differences }: ComparedReadModel): void {
  const state = checkpoint === null ? 'not built yet' : differences.size === 0 ? 'the same' : `${differences.size} DIFFER`;
  const place = checkpoint === null ? '' : ` at ${Number(checkpoint)}`;
  print(`${name.padEnd(20)} v${version}  ${String(documents).padStart(9)} documents${place}: ${state}`);
  for (const [id, difference] of [...differences].slice(0, NAMED)) print(`  ${id}: ${difference}`);
}
