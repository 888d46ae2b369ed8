import type { Command } from 'commander';
import type { RunCommand } from './events/commands.ts';
import type { BackupReport, CliPorts, RestoreReport } from './ports.ts';

interface Options {
  readonly keys?: string;
  readonly json?: boolean;
}

/** `vouch backup` and `vouch restore`: a data folder as one backup, and back. */
export function backupCommands(program: Command, ports: CliPorts, run: RunCommand): void {
  program
    .command('backup')
    .description(
      'copy the event log, the vault and the files, also while the program runs; an earlier backup in the folder holds until then',
    )
    .argument('<folder>', 'an empty folder, or one with an earlier backup')
    .option('--keys <folder>', 'put the vault and the master key into this folder instead')
    .option('--json', 'print one line of JSON')
    .action((folder: string, { keys = null, json = false }: Nullable) =>
      run(async () => show(ports, await ports.backUp({ folder, keys }), json, backupLines)),
    );
  program
    .command('restore')
    .description('put a backup into the data folder, which has to be empty or missing; everything is checked first')
    .argument('<folder>', 'the folder of the backup')
    .option('--keys <folder>', 'where the vault and the master key are, if they are not in that folder')
    .option('--json', 'print one line of JSON')
    .action((folder: string, { keys = null, json = false }: Nullable) =>
      run(async () => show(ports, await ports.restore({ folder, keys }), json, restoreLines)),
    );
}

type Nullable = { readonly [name in keyof Options]: Options[name] | null };

function show<Report extends object>(
  ports: CliPorts,
  report: Report,
  json: boolean | null,
  lines: (report: Report) => readonly string[],
): number {
  for (const line of json ? [JSON.stringify(report)] : lines(report)) ports.print(line);
  return 0;
}

const day = (instant: string): string => instant.slice(0, 10);
const events = (count: number): string => (count === 1 ? '1 event' : `${count} events`);
const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`);
const accounts = (count: number): string => (count === 1 ? '1 account was' : `${count} accounts were`);

const backupLines = ({
  folder,
  keys,
  has_master_key,
  events: count,
  files: copied,
  keep_days,
  keep_until,
  erased,
}: BackupReport): readonly string[] => [
  `${events(count)} and ${files(copied)} are in ${folder}. Every hash chain holds.`,
  has_master_key
    ? `The vault and the master key are in ${keys}. Whoever has this folder and the backup can read everything.`
    : `The vault is in ${keys}. The master key is not: keep a copy of VOUCH_MASTER_KEY elsewhere.`,
  `${accounts(erased)} erased so far. The list of them lies beside the vault.`,
  `A backup is kept for ${keep_days} days: delete this one by ${day(keep_until)}, or make another one onto it before that.`,
];

const restoreLines = ({
  folder,
  made_at,
  events: count,
  files: copied,
  erased_again,
  erased_known_until,
}: RestoreReport): readonly string[] => [
  `${events(count)} and ${files(copied)} of the backup of ${made_at} are in ${folder}. The log has the events that the backup counted.`,
  `${accounts(erased_again)} erased again, because this happened after the backup.`,
  `Whoever was erased after ${erased_known_until} is on no list: erase these accounts again if you know of any.`,
];
