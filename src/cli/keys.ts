import type { Command } from 'commander';
import type { RunCommand } from './events/commands.ts';
import type { CliPorts } from './ports.ts';

interface RotateOptions {
  readonly signing?: boolean;
  readonly json?: boolean;
}

/** `vouch keys …`: the keys of the program. */
export function keysCommands(program: Command, ports: CliPorts, run: RunCommand): void {
  const keys = program.command('keys').description('the keys of the program itself');
  keys
    .command('rotate')
    .description(
      'change the master key: on files with the program stopped, on servers beside processes that have VOUCH_OLD_MASTER_KEY, too. The new key is VOUCH_NEW_MASTER_KEY, or is made where the key is in master.key',
    )
    .option(
      '--signing',
      'instead begin a new key that signs heads and papers, beside a running program; what the old one signed stays good',
    )
    .option('--json', 'print one line of JSON')
    .action((options: RotateOptions) => run(() => (options.signing ? rotateSigning(ports, options) : rotateMaster(ports, options))));
}

async function rotateMaster(ports: CliPorts, { json = false }: RotateOptions): Promise<number> {
  const rotated = await ports.rotateMasterKey();
  if (json) {
    ports.print(JSON.stringify(rotated));
    return 0;
  }
  const { entries, changed, damaged, file } = rotated;
  ports.print(
    `${entries} entries of the vault open with the new master key, and none with the old one. This run has changed ${changed} of them.`,
  );
  if (damaged > 0) ports.print(`${damaged} more open with neither key. They are damaged, and were left as they are.`);
  ports.print(
    file === null
      ? 'VOUCH_MASTER_KEY is now the new one. Set it, and remove VOUCH_NEW_MASTER_KEY and VOUCH_OLD_MASTER_KEY.'
      : `VOUCH_MASTER_KEY is now the new one, which is in ${file}. Put a copy of this file in a safe place.`,
  );
  ports.print('Backups that were made before need the old key. Keep it for as long as you keep them.');
  return 0;
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
