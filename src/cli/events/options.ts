import type { Command } from 'commander';
import type { Disclosure } from '../../analysis/disclosure.ts';
import { identifiedDisclosure, namelessDisclosure } from '../../analysis/disclosure.ts';
import { type FilterOptions, type Filters, filtersFrom } from '../../analysis/filters.ts';
import type { ReadLog } from '../../analysis/from-log.ts';
import { publicNamesOf } from '../../domain/kernel/define-event.ts';
import type { CliPorts, OpenedLog } from '../ports.ts';

export interface EventOptions extends FilterOptions {
  readonly identified?: boolean;
  readonly json?: boolean;
}

/** The options that choose events. `replay` has them, too. */
export const withFilters = (command: Command): Command =>
  command
    .option('--from <instant>', 'only what was recorded at this instant or later')
    .option('--until <instant>', 'only what was recorded before this instant')
    .option('--after <id>', 'only what came after the event with this id')
    .option('--type <name>', 'only events of this type, such as task.completed; may be given several times', several)
    .option('--person <pseudonym>', 'only events of this person; an account id is understood, too')
    .option('--stream <name>', 'only events of this stream');

export const withIdentified = (command: Command): Command =>
  command.option('--identified', 'with texts, addresses and the ids of accounts; without it, pseudonyms stand for people');

const several = (one: string, before: readonly string[] = []): readonly string[] => [...before, one];

/** The public names of all events. */
export const namesOfTypes = ({ catalogue }: Pick<CliPorts, 'catalogue'>): ReadonlySet<string> =>
  new Set([...catalogue.values()].flatMap(publicNamesOf));

export interface Asked {
  readonly log: ReadLog;
  readonly disclosure: Disclosure;
  readonly filters: Filters;
}

/** Opens the log for one command, and closes it afterwards. The options are checked first. @throws AnalysisRefused */
export async function withLog(
  ports: CliPorts,
  options: EventOptions,
  work: (asked: Asked, opened: OpenedLog) => Promise<number>,
): Promise<number> {
  const filters = filtersFrom(options, namesOfTypes(ports));
  const opened = await ports.openLog();
  try {
    const { log, hashes, opener } = opened;
    const disclose = options.identified ? identifiedDisclosure : namelessDisclosure;
    return await work({ log, filters, disclosure: disclose({ catalogue: ports.catalogue, hashes, opener }) }, opened);
  } finally {
    await opened.close();
  }
}

/** Runs work that SIGINT and SIGTERM interrupt. */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interrupting = new AbortController();
  const interrupt = (): void => interrupting.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  try {
    return await work(interrupting.signal);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}
