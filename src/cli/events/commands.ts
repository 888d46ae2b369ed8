import { type Command, InvalidArgumentError, Option } from 'commander';
import { FORMATS } from '../../analysis/formats.ts';
import type { CliPorts } from '../ports.ts';
import { type ExportOptions, exportEvents } from './export.ts';
import { type EventOptions, withFilters, withIdentified } from './options.ts';
import { eventStats } from './stats.ts';
import { type TailOptions, tailEvents } from './tail.ts';

/** Takes the exit code of a command. */
export type RunCommand = (work: () => Promise<number>) => Promise<void>;

const LINES = 20;

/** `vouch events …`: questions about the log, beside a running program. */
export function eventsCommands(program: Command, ports: CliPorts, run: RunCommand): void {
  const events = program.command('events').description('questions about the log; the server may be running');
  const command = (name: string, description: string): Command =>
    withIdentified(withFilters(events.command(name).description(description))).option('--json', 'as JSON');
  command('stats', 'how many events, people and events of each type there are').action((options: EventOptions) =>
    run(() => eventStats(ports, options)),
  );
  command('tail', 'the last events, oldest first')
    .option('--lines <number>', 'how many', lines, LINES)
    .option('--follow', 'go on with new events until it is interrupted')
    .action((options: TailOptions) => run(() => tailEvents(ports, options)));
  command('export', 'write the events into a file, oldest first')
    .addOption(new Option('--format <format>', 'of the file').choices(FORMATS).makeOptionMandatory())
    .requiredOption('--out <file>', 'the file, which is there only when it is whole')
    .action((options: ExportOptions) => run(() => exportEvents(ports, options)));
}

function lines(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('Give a whole number up to 999999.');
  return Number(text);
}
