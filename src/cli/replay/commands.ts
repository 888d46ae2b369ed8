import type { Command } from 'commander';
import type { RunCommand } from '../events/commands.ts';
import { withFilters, withIdentified } from '../events/options.ts';
import type { CliPorts } from '../ports.ts';
import { type ReadModelOptions, replayReadModel } from './read-model.ts';

/** `vouch replay`: folds over the log, beside a running program. */
export function replayCommand(program: Command, ports: CliPorts, run: RunCommand): void {
  withIdentified(withFilters(program.command('replay').description('fold the log anew; the server may be running')))
    .argument('<name>', 'a read model of `projections status`: its documents, one on each line')
    .option('--as-of <instant>', 'only what was recorded before this instant')
    .option('--out <file>', 'write the documents into a file, which is there only when it is whole')
    .option('--json', 'as JSON')
    .action((name: string, options: ReadModelOptions) => run(() => replayReadModel(ports, name, options)));
}
