import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { backupCommands } from './backup.ts';
import { demo } from './demo/demo.ts';
import { eventsCommands } from './events/commands.ts';
import { keysCommands } from './keys.ts';
import { migrate, TARGETS } from './migrate.ts';
import type { CliPorts, MigrationTarget, Progress } from './ports.ts';
import { leases, moveLease, reactorRetry, reactorStatus, rebuild, status } from './projections.ts';
import { replayCommand } from './replay/commands.ts';
import { projectionsDiff } from './replay/diff.ts';
import { simulate } from './simulate/simulate.ts';
import { verifyCommand } from './verify-command.ts';

const DEFAULTS = { email: 'demo@vouch.example', password: 'a-year-of-kept-promises', seed: 1, zone: 'Europe/Berlin' } as const;

/** Runs the command line. Resolves with the exit code of the command. */
export async function runCommandLine(ports: CliPorts, args: readonly string[]): Promise<number> {
  let code = 0;
  const exitCodeOf = (work: () => Promise<number>) => async (): Promise<void> => {
    code = await work();
  };
  const program = new Command('vouch')
    .description('Vouch: your success, verified.')
    .exitOverride()
    .showHelpAfterError('(vouch --help shows what there is)');
  program
    .command('serve')
    .description('serve the web and the API (npm start does this too)')
    .option('--role <role>', 'on servers: web, worker or both')
    .action((options: { role?: string }) =>
      exitCodeOf(async () => {
        await ports.serve(options.role);
        return 0;
      })(),
    );
  const projections = program
    .command('projections')
    .description('the read models; on files the server must not be running, on servers it goes on');
  projections
    .command('status')
    .description('where each read model stands')
    .action(exitCodeOf(() => status(ports)));
  projections
    .command('rebuild')
    .description('build anew: on files in place of what is there, on servers beside it')
    .argument('[name]', 'one read model; all without it')
    .action((name: string | undefined) => exitCodeOf(() => rebuild(ports, name))());
  projections
    .command('diff')
    .description('compare the read models with a fresh fold of the log; the server may be running')
    .option('--json', 'as JSON')
    .action((options: { json?: boolean }) => exitCodeOf(() => projectionsDiff(ports, options))());
  projections
    .command('leases')
    .description('on servers: which process folds what, and which one does what falls due')
    .action(exitCodeOf(() => leases(ports)));
  projections
    .command('move')
    .description('on servers: have another process take it')
    .argument('<name>', 'a read model, or timekeeper')
    .action((name: string) => exitCodeOf(() => moveLease(ports, name))());
  const reactors = program
    .command('reactors')
    .description('what follows from events; on files the server must not be running, on servers it goes on');
  reactors
    .command('status')
    .description('how far each reactor has come, and which events it has set aside')
    .action(exitCodeOf(() => reactorStatus(ports)));
  reactors
    .command('retry')
    .description('take up again what was set aside')
    .argument('[name]', 'one reactor; all without it')
    .argument('[event]', 'the id of one event; all without it')
    .action((name: string | undefined, event: string | undefined) => exitCodeOf(() => reactorRetry(ports, name, event))());
  program
    .command('demo')
    .description('fill an account with a plausible year; the server must not be running')
    .option('--email <address>', 'the address of the new account', DEFAULTS.email)
    .option('--password <password>', 'its password', DEFAULTS.password)
    .option('--seed <number>', 'the same seed gives the same year', whole, DEFAULTS.seed)
    .option('--zone <zone>', 'its time zone', zone, DEFAULTS.zone)
    .option('--year <year>', 'a calendar year; without it, the 365 days up to now', whole)
    .action((options) => exitCodeOf(() => demo(ports, options))());
  program
    .command('simulate')
    .description('run a population through a stretch of virtual time in a folder of its own, and print what would be sent and when')
    .option('--accounts <number>', 'how many people', whole, 24)
    .option('--days <number>', 'how many days', whole, 90)
    .option('--from <date>', 'the first day; without it, today', date)
    .option('--seed <number>', 'the same seed gives the same people and actions', whole, DEFAULTS.seed)
    .option('--zones <zones>', 'their time zones, with commas; without it, 24 from all over', zones)
    .option('--folder <path>', 'a new or empty folder; without it, a temporary one')
    .option('--list', 'print each message, too')
    .action((options) => exitCodeOf(() => simulate(ports, options))());
  verifyCommand(program, ports, (work) => exitCodeOf(work)());
  eventsCommands(program, ports, (work) => exitCodeOf(work)());
  backupCommands(program, ports, (work) => exitCodeOf(work)());
  keysCommands(program, ports, (work) => exitCodeOf(work)());
  replayCommand(program, ports, (work) => exitCodeOf(work)());
  program
    .command('migrate')
    .description('copy the log, the vault and files to the other stores, and compare them; stopped, it goes on when it is run again')
    .addOption(new Option('--to <stores>', 'eventstore: the servers; sqlite: the data folder').choices(TARGETS).makeOptionMandatory())
    .action(({ to }: { to: MigrationTarget }) => exitCodeOf(() => migrate(ports, to))());
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
  return code;
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

function date(text: string): string {
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Temporal.PlainDate.from(text).toString();
  } catch {
    // An invalid value throws the same error as a malformed one.
  }
  throw new InvalidArgumentError('Give a date such as 2026-01-31.');
}

const zones = (text: string): readonly string[] => text.split(',').map(zone);

function zone(text: string): string {
  try {
    if (/^[A-Za-z]/.test(text)) return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone && text;
  } catch {
    // An invalid value throws the same error as a malformed one.
  }
  throw new InvalidArgumentError('Give a named zone such as Europe/Berlin.');
}

const WIDTH = 30;
const STEPS = 10;

/** A progress bar on a terminal; elsewhere one line for each tenth. */
export function progressBar(stream: { readonly isTTY?: boolean; write(text: string): unknown }): Progress {
  let step = -1;
  return {
    show(share, text) {
      const filled = Math.round(Math.min(Math.max(share, 0), 1) * WIDTH);
      const percent = `${Math.floor(share * 100)}`.padStart(3);
      if (stream.isTTY) {
        stream.write(`\r${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${percent} %  ${text}\u001b[K`);
      } else if (Math.floor(share * STEPS) > step) {
        step = Math.floor(share * STEPS);
        stream.write(`${percent} %  ${text}\n`);
      }
    },
    done() {
      step = -1;
      if (stream.isTTY) stream.write('\n');
    },
  };
}
