// Runs on Node 18 and newer: what a fresh clone needs before anything else can run.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const { nodeOptions, environment } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).config;
const MODULES = join(ROOT, 'node_modules');
const OWN_NODE = join(MODULES, '.bin', 'node');
const NEEDED = 26;
const WEB_SOURCES = ['web', join('src', 'contracts'), 'package-lock.json'];
const ORPHAN_MS = 500;
const STAMP = join(ROOT, 'dist', 'web', '.stamp');

/** Gives the path of a Node that is new enough. If there is none, it prints one sentence and exits. */
export function runtime() {
  if (existsSync(OWN_NODE) && spawnSync(OWN_NODE, ['--version']).status === 0) return OWN_NODE;
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath;
  return refuse(
    `Vouch needs Node ${NEEDED} or newer on this machine, and this is Node ${process.versions.node}: install it from https://nodejs.org and try again.`,
  );
}

/** Installs the dependencies of a folder if they differ from those that its package-lock.json names. */
export function install(folder = ROOT) {
  if (installed(folder)) return;
  const { status } = run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], folder);
  if (status !== 0) refuse('The dependencies could not be installed (npm ci failed, see above).');
}

/** Builds the web client into dist/web if its sources have changed since the last build. */
export function buildWeb() {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  const { status } = run(runtime(), [
    join(MODULES, 'vite', 'bin', 'vite.js'),
    'build',
    '--config',
    'web/vite.config.ts',
    '--logLevel',
    'warn',
  ]);
  if (status !== 0) refuse('The web could not be built (vite build failed, see above).');
  writeFileSync(STAMP, wanted);
}

/** Runs a program with the same standard error, to which its standard output is sent too. Gives `{status}`. */
export function run(command, args, folder = ROOT) {
  return spawnSync(command, args, { cwd: folder, stdio: ['ignore', 2, 2] });
}

/** Becomes the program itself, with the options and the environment with which it takes less memory (docs/adr/0043). */
export const becomeVouch = (node, args) =>
  become(node, [...nodeOptions, join(ROOT, 'src', 'main.ts'), ...args], { ...environment, ...process.env });

/** Runs a program in place of this one as far as possible: same streams, signals passed on, its exit code returned. */
export function become(command, args, env = process.env) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // If npm is killed, its shell ends too and nobody is notified; then nobody waits for this process any more.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), ORPHAN_MS).unref();
  child.on('error', (error) => refuse(`Could not start ${command}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
}

export function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function installed(folder) {
  const hidden = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const there = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  // Optional packages of other systems are never installed.
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || (there[path] ? there[path].version === entry.version : entry.optional === true),
  );
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const source of WEB_SOURCES) for (const file of files(join(ROOT, source))) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function files(path) {
  const entries = existsSync(path) && !path.endsWith('.json') ? readdirSync(path, { withFileTypes: true }) : null;
  if (entries === null) return existsSync(path) ? [path] : [];
  return entries.flatMap((entry) => (entry.isDirectory() ? files(join(path, entry.name)) : [join(path, entry.name)])).sort();
}
