// `npx node scripts/backup.mjs <data folder> <new folder>`: copies what cannot be made again, also while Vouch serves.
// The log comes first: so every event in the copy has its owner's key in the copy of the vault. How far reactors have
// come lies in the vault's file, too; where that is beyond the end of the copied log, the start sets it back to the end.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { refuse } from './setup.mjs';

const [from, to] = process.argv.slice(2);
if (!from || !to) refuse('Give the data folder and a new folder for the copy: npx node scripts/backup.mjs data backup/monday');
if (!existsSync(join(from, 'events.db'))) refuse(`There is no event log in ${from}.`);
if (existsSync(to)) refuse(`${to} is there already: each copy gets a folder of its own.`);
process.umask(0o077);
mkdirSync(to, { recursive: true, mode: 0o700 });

for (const name of ['events.db', 'vault.db']) {
  const source = new DatabaseSync(join(from, name), { readOnly: true });
  const pages = await backup(source, join(to, name));
  source.close();
  process.stdout.write(`${name}: ${pages} pages\n`);
}
for (const name of ['files', 'clock.json']) if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name), { recursive: true });
// A copied file has the mode of its original, which may have been wider.
for (const entry of readdirSync(to, { recursive: true, withFileTypes: true }))
  chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
if (existsSync(join(from, 'master.key'))) process.stdout.write('master.key was left out: keep a copy of it elsewhere.\n');
