import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawn } from '../support/file-samples.ts';
import { freePort } from '../support/ports.ts';
import { SERVICES_OFF } from '../support/server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The content of the last stage, and what the tests add to it. */
const AT_FIRST = ['dist', 'node_modules', 'package.json', 'src'];
const SCRIPTS = ['import-all.mjs', 'picture.png', 'read-picture.mjs', 'run-code.mjs'];
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
const stages = dockerfile.split(/^FROM /m).slice(1);
const last = stages.at(-1) as string;

interface Copied {
  /** The stage that it is copied from; undefined: the project. */
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly to: string;
}

const copies = (stage: string): readonly Copied[] =>
  [...stage.matchAll(/^COPY (?:--from=(\w+) )?(.+)$/gm)].map(([, from, paths = '']) => {
    const all = paths.trim().split(/\s+/);
    return { from, sources: all.slice(0, -1), to: all.at(-1) as string };
  });
const environment = (stage: string): Record<string, string> =>
  Object.fromEntries([...(/^ENV (.+)$/m.exec(stage)?.[1]?.matchAll(/(\w+)=(\S+)/g) ?? [])].map(([, name, value]) => [name, value]));
const command = (stage: string, name: string): string[] =>
  JSON.parse(new RegExp(`${name}[^\\[\\n]*(\\[.*\\])`, 'm').exec(stage)?.[1] ?? 'null');

test('the Dockerfile copies only files that exist and that .dockerignore includes', () => {
  const sources = stages.flatMap((stage) => copies(stage).flatMap(({ from, sources }) => (from === undefined ? sources : [])));
  expect(sources).toEqual(expect.arrayContaining(['package.json', 'package-lock.json', 'src', 'web']));
  const allowed = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  expect(allowed).toContain('*');
  for (const source of sources) {
    expect([source, existsSync(join(ROOT, source))]).toEqual([source, true]);
    expect(allowed).toContain(`!${source.split('/')[0]}`);
  }
});

test('the image runs without root rights, on the same major version of Node as the tests', () => {
  expect(last).toMatch(/^USER node$/m);
  for (const stage of stages) expect(stage).toMatch(new RegExp(`^node:${process.versions.node.split('.')[0]}-slim`));
});

describe('the last stage, laid out in a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-image-'));
  const data = mkdtempSync(join(tmpdir(), 'vouch-image-data-'));
  const running: ChildProcess[] = [];
  let env: Record<string, string> = {};

  beforeAll(async () => {
    for (const { from, sources, to } of copies(last)) {
      if (from === 'modules') installProduction(join(folder, to));
      else if (from === 'web') layWeb(join(folder, to));
      else for (const source of sources) cpSync(join(ROOT, source), join(folder, source), { recursive: true });
    }
    env = {
      PATH: process.env.PATH ?? '',
      ...environment(last),
      ...{ HOST: '127.0.0.1', PORT: String(await freePort()), OPERATIONS_PORT: String(await freePort()), VOUCH_DATA: data },
      ...{ PUBLIC_URL: 'https://vouch.example.com', VOUCH_MASTER_KEY: 'ab'.repeat(32) },
      ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'vouch@example.com', ...SERVICES_OFF },
    };
  }, 60_000);
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    for (const one of [folder, data]) rmSync(one, { recursive: true, force: true });
  });

  const run = ([name, ...rest]: readonly string[]): ChildProcess => {
    const child = spawn(name === 'node' ? process.execPath : String(name), rest, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.push(child);
    return child;
  };
  const outcome = async (child: ChildProcess): Promise<{ code: number | null; said: string }> => {
    let said = '';
    child.stderr?.on('data', (text) => {
      said += text;
    });
    const [code] = await once(child, 'close');
    return { code, said };
  };

  test('contains every package that any part of the program imports', { timeout: 60_000 }, async () => {
    const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' });
    const parts = files.filter((file) => file.endsWith('.ts') && file !== 'main.ts').map((file) => `./src/${file}`);
    expect(parts.length).toBeGreaterThan(200);
    writeFileSync(join(folder, 'import-all.mjs'), parts.map((part) => `await import(${JSON.stringify(part)});`).join('\n'));
    expect(await outcome(run(['node', 'import-all.mjs']))).toEqual({ code: 0, said: '' });
  });

  test('runs submitted code, in a process that may read nothing but the program', { timeout: 60_000 }, async () => {
    const code = `
      import { openSandbox } from './src/providers/sandbox/sandbox.ts';
      const submission = { language: 'typescript', code: 'enum A { B }; console.log(readline())', entry: { kind: 'stdio' }, examples: [{ input: 'x', output: 'x' }] };
      const alive = setInterval(() => undefined, 1_000);
      const sandbox = openSandbox();
      const { status } = await sandbox.run('ada', submission, new AbortController().signal);
      await sandbox.close();
      clearInterval(alive);
      process.exitCode = status === 'passed' ? 0 : 3;`;
    writeFileSync(join(folder, 'run-code.mjs'), code);
    expect(await outcome(run(['node', 'run-code.mjs']))).toEqual({ code: 0, said: '' });
  });

  test('reads pictures, which needs a package of the platform', { timeout: 60_000 }, async () => {
    writeFileSync(join(folder, 'picture.png'), await drawn(1));
    const script = `import { readFileSync } from 'node:fs';
      import { createFileInspector } from './src/providers/inspection/inspector.ts';
      const bytes = readFileSync('picture.png');
      const file = { size: bytes.length, async *range(from, to) { yield bytes.subarray(from, to); } };
      const { type } = await createFileInspector().inspect(file, { name: 'a.png', owner: 'ann', signal: new AbortController().signal });
      if (type !== 'image/png') throw new Error(type);`;
    writeFileSync(join(folder, 'read-picture.mjs'), script);
    expect(await outcome(run(['node', 'read-picture.mjs']))).toEqual({ code: 0, said: '' });
  });

  test('serves, passes the image’s own health check, and ends in order', { timeout: 60_000 }, async () => {
    const check = command(last, 'HEALTHCHECK');
    expect((await outcome(run(check))).code).toBe(1);
    const { config } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(command(last, 'ENTRYPOINT')).toEqual(['node', ...config.nodeOptions, 'src/main.ts']);
    for (const [name, value] of Object.entries(config.environment)) expect(last).toMatch(new RegExp(`\\b${name}=${value}\\b`));
    const server = run([...command(last, 'ENTRYPOINT'), ...command(last, '^CMD')]);
    const ended = outcome(server);
    await Promise.race([once(server.stdout as NodeJS.ReadableStream, 'data'), ended.then(({ said }) => Promise.reject(new Error(said)))]);
    expect(await outcome(run(check))).toEqual({ code: 0, said: '' });
    expect((await fetch(`http://127.0.0.1:${env.PORT}/healthz`)).status).toBe(200);
    server.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual([...AT_FIRST, ...SCRIPTS].toSorted());
  });
});

/** The packages that the image would install by the lock, taken from those that are installed here. Optional ones may be for other machines. */
function installProduction(to: string): void {
  expect(dockerfile).toMatch(/npm ci --omit=dev --ignore-scripts .* && rm -rf node_modules\/node-linux-\* /);
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; optional?: true; devOptional?: true }>;
  };
  for (const [path, { dev, optional, devOptional }] of Object.entries(packages))
    if (path !== '' && !dev && !path.startsWith('node_modules/node-linux-') && (!(optional || devOptional) || existsSync(join(ROOT, path))))
      linkPackage(join(ROOT, path), join(dirname(to), path));
}

/** Without the packages inside it, which have entries of their own. */
function linkPackage(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== 'node_modules') linkPackage(source, target);
    else if (entry.isFile()) link(source, target);
  }
}

function link(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

/** `npm test` builds the web client; where this file runs alone, a page replaces it. */
function layWeb(to: string): void {
  mkdirSync(to, { recursive: true });
  const built = join(ROOT, 'dist/web');
  if (existsSync(built)) cpSync(built, to, { recursive: true });
  else writeFileSync(join(to, 'index.html'), '<!doctype html>');
}
