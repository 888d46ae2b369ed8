import type { Command } from 'commander';
import type { RunCommand } from './events/commands.ts';
import type { CliPorts } from './ports.ts';

interface RotateOptions {
  readonly json?: boolean;
}

/** `vouch keys …`: the keys of the program, which are changed beside it. */
export function keysCommands(program: Command, ports: CliPorts, run: RunCommand): void {
  const keys = program.command('keys').description('the keys of the program itself');
  keys
    .command('rotate')
    .description('begin a new key that signs heads and papers, beside a running program; what the old one signed stays good')
    .requiredOption('--signing', 'the key that signs')
    .option('--json', 'print one line of JSON')
    .action((options: RotateOptions) => run(() => rotateSigning(ports, options)));
}

async function rotateSigning(ports: CliPorts, { json = false }: RotateOptions): Promise<number> {
  const { ended, begun } = await ports.rotateSigningKey();
  if (json) ports.print(JSON.stringify({ ended, begun }));
  else {
    ports.print(`The key ${begun.key_id} signs since ${begun.since}.`);
    for (const keyId of ended) ports.print(`The key ${keyId} has ended. What it signed stays good.`);
    ports.print('Whoever keeps a copy of /.well-known/vouch-keys.json has to get it again.');
  }
  return 0;
}
