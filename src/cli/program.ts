import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { demo } from './demo/demo.ts';
import type { CliPorts } from './ports.ts';
import { rebuild, status } from './projections.ts';
import { verify } from './verify.ts';

export const DEFAULTS = { email: 'demo@vouch.example', password: 'a-year-of-kept-promises', seed: 1, zone: 'Europe/Berlin' } as const;

/** The command line. Each command resolves with its exit code. */
export async function runCommandLine(ports: CliPorts, args: readonly string[]): Promise<number> {
  let code = 0;
  const then = (work: () => Promise<number>) => async (): Promise<void> => {
    code = await work();
  };
  const program = new Command('vouch')
    .description('Vouch: your success, verified.')
    .exitOverride()
    .showHelpAfterError('(vouch --help shows what there is)');
  program
    .command('serve')
    .description('serve the web and the API (npm start does this too)')
    .action(
      then(async () => {
        await ports.serve();
        return 0;
      }),
    );
  const projections = program.command('projections').description('the read models; the server must not be running');
  projections
    .command('status')
    .description('where each read model stands')
    .action(then(() => status(ports)));
  projections
    .command('rebuild')
    .description('drop and build anew')
    .argument('[name]', 'one read model; all without it')
    .action((name: string | undefined) => then(() => rebuild(ports, name))());
  program
    .command('demo')
    .description('fill an account with a plausible year; the server must not be running')
    .option('--email <address>', 'the address of the new account', DEFAULTS.email)
    .option('--password <password>', 'its password', DEFAULTS.password)
    .option('--seed <number>', 'the same seed gives the same year', whole, DEFAULTS.seed)
    .option('--zone <zone>', 'its time zone', zone, DEFAULTS.zone)
    .option('--year <year>', 'a calendar year; without it, the 365 days up to now', whole)
    .action((options) => then(() => demo(ports, options))());
  program
    .command('verify')
    .description('walk the hash chains and say where one breaks')
    .action(then(() => verify(ports)));
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

function zone(text: string): string {
  try {
    if (/^[A-Za-z]/.test(text)) return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone && text;
  } catch {
    // Falls through to the same sentence.
  }
  throw new InvalidArgumentError('Give a named zone such as Europe/Berlin.');
}
