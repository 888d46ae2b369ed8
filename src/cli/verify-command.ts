import { type Command, Option } from 'commander';
import type { RunCommand } from './events/commands.ts';
import { type PaperFlags, verifyPapers } from './papers/verify-papers.ts';
import type { CliPorts } from './ports.ts';
import { type VerifyFlags, verify } from './verify.ts';

interface AllFlags extends VerifyFlags, PaperFlags {}

const OF_DATA = ['logOnly', 'deep', 'repairIndex'];
const OF_PAPERS = ['keys', 'origin', 'file', 'earlier'] as const satisfies readonly (keyof AllFlags)[];

const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** `vouch verify`: without files the data, with files papers. */
export function verifyCommand(program: Command, ports: CliPorts, run: RunCommand): void {
  const command = program
    .command('verify')
    .description(
      'check that everything is as it was written, and name what is not; with files, check papers: reports, pages of a partner, exports',
    )
    .argument('[files...]', 'papers that were downloaded, of this or another installation; nobody is asked')
    .option('--log-only', 'look at nothing but the log')
    .option('--deep', "also open every file that an event names, and have SQLite check every page and index of the data folder's files")
    .option('--repair-index', 'first make the index of the event log again, and nothing else; the server must not be running')
    .addOption(
      new Option('--keys <file>', 'with papers: a saved /.well-known/vouch-keys.json of who should have signed them').conflicts('origin'),
    )
    .option('--origin <url>', 'with papers: the address of who should have signed them, which is asked for its keys')
    .option('--file <file>', 'with one paper: a file that it should name as proof; may be given several times', several)
    .option('--earlier <file>', 'with one paper: an older paper, or a mail saved as .eml, from which its record should go on')
    .option('--json', 'print the result as JSON');
  command.action((files: readonly string[], options: AllFlags) => {
    const foreign = files.length === 0 ? OF_PAPERS : OF_DATA;
    const wrong = foreign.find((name) => name in options);
    if (wrong !== undefined)
      command.error(
        files.length === 0
          ? `error: --${wrong} is for papers: name the files to check`
          : 'error: this option is for the data, not for papers',
      );
    return run(() => (files.length === 0 ? verify(ports, options) : verifyPapers(ports, files, options)));
  });
}
