// `npx node scripts/backup.mjs <data folder> <new folder>`: copies what cannot be made again, also while Vouch serves.
// The log comes first: so every event in the copy has its owner's key in the copy of the vault. How far reactors have
// come lies in the vault's file, too; where that is beyond the end of the copied log, the start sets it back to the end.
// What the vault knows of the log is read before the log is copied, so that the copied log is never shorter than that.
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

const anchor = anchorOf(join(from, 'vault.db'));
for (const name of ['events.db', 'vault.db']) {
  const source = new DatabaseSync(join(from, name), { readOnly: true });
  const pages = await backup(source, join(to, name));
  source.close();
  process.stdout.write(`${name}: ${pages} pages\n`);
}
putAnchor(join(to, 'vault.db'), anchor);
// The files come last: whatever an event of the copy names has been written by now.
if (existsSync(join(from, 'files'))) process.stdout.write(`files: ${copyFolder(join(from, 'files'), join(to, 'files'))}\n`);
if (existsSync(join(from, 'clock.json'))) cpSync(join(from, 'clock.json'), join(to, 'clock.json'));
// A copied file has the mode of its original, which may have been wider.
for (const entry of readdirSync(to, { recursive: true, withFileTypes: true }))
  chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
if (existsSync(join(from, 'master.key'))) process.stdout.write('master.key was left out: keep a copy of it elsewhere.\n');

/** The row of the vault that says how many events there are; undefined if an earlier version of the program made the vault. */
function anchorOf(path) {
  const vault = new DatabaseSync(path, { readOnly: true });
  try {
    const isThere = vault.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'log_anchor'").get();
    return isThere && vault.prepare('SELECT anchor, mac FROM log_anchor').get();
  } finally {
    vault.close();
  }
}

function putAnchor(path, row) {
  if (row === undefined) return;
  const vault = new DatabaseSync(path);
  vault.prepare('UPDATE log_anchor SET anchor = ?, mac = ?').run(row.anchor, row.mac);
  vault.close();
}

/** Copies a folder that is in use, and gives the number of files. What is being written is left out, and what is removed meanwhile too. */
function copyFolder(source, target) {
  let count = 0;
  mkdirSync(target, { recursive: true });
  for (const entry of whatIsThere(() => readdirSync(source, { withFileTypes: true })) ?? []) {
    const [one, copy] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) count += copyFolder(one, copy);
    else if (!/^\..*\.part$/.test(entry.name)) count += whatIsThere(() => cpSync(one, copy, { preserveTimestamps: true }) ?? 1) ?? 0;
  }
  return count;
}

/** Null if what is asked for is no longer there. */
function whatIsThere(look) {
  try {
    return look();
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
