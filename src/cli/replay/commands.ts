import type { Command } from 'commander';
import { AnalysisRefused } from '../../analysis/refused.ts';
import type { RunCommand } from '../events/commands.ts';
import { withFilters, withIdentified } from '../events/options.ts';
import type { CliPorts } from '../ports.ts';
import { type OwnFoldOptions, replayOwnFold } from './own-fold.ts';
import { type ReadModelOptions, replayReadModel } from './read-model.ts';

type ReplayOptions = ReadModelOptions & OwnFoldOptions;

/** A read model has a plain name, a file has an extension or is in a folder. */
const isFile = (what: string): boolean => /[./\\]/.test(what);

/** `vouch replay`: folds over the log, beside a running program. */
export function replayCommand(program: Command, ports: CliPorts, run: RunCommand): void {
  withIdentified(withFilters(program.command('replay').description('fold the log anew; the server may be running')))
    .argument('<what>', 'a file with a fold of your own (docs/analysis.md), or a read model of `projections status`')
    .option('--as-of <instant>', 'only what was recorded before this instant')
    .option('--log <export>', 'of a fold of your own: read an export in place of the log')
    .option('--out <file>', 'of a read model: write its documents into a file, which is there only when it is whole')
    .option('--json', 'as JSON')
    .action((what: string, options: ReplayOptions) => run(() => replay(ports, what, options)));
}

function replay(ports: CliPorts, what: string, options: ReplayOptions): Promise<number> {
  if (isFile(what)) {
    if (options.out !== undefined) throw new AnalysisRefused('--out is for the documents of a read model. The state of a fold is printed.');
    return replayOwnFold(ports, what, options);
  }
  if (options.log !== undefined) throw new AnalysisRefused('--log is for a fold of your own. Read models need the log itself.');
  return replayReadModel(ports, what, options);
}
