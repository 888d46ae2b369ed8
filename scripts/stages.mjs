// The stages of `check` and `test`. Each gives `{name, passed, failed}`; a static check counts only when it fails.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ROOT, run, runtime } from './setup.mjs';
import { leftOut } from './turns.mjs';

/** Where tests write lines for the summary, such as which servers they ran over; see tests/servers/shared.ts. */
const SUMMARY_LINES = join(mkdtempSync(join(tmpdir(), 'vouch-summary-')), 'lines');
process.env.VOUCH_SUMMARY_LINES = SUMMARY_LINES;

const MEASURE = process.argv.includes('--times');

const bin = (...path) => join(ROOT, 'node_modules', ...path);

/** Each checker of the compiler works out by itself what it needs. One takes little more than half of the processor time of four. */
const ONE_CHECKER = ['--checkers', '1'];

/**
 * Types of the server and of the web; lint, format and import rules (all in biome.json); what nothing uses (knip.json).
 * They run side by side, so that every core is busy.
 */
export function staticStages() {
  const tsc = bin('typescript', 'bin', 'tsc');
  return Promise.all([
    stage('types', [tsc, '-p', '.', ...ONE_CHECKER]),
    stage('types of the web', [tsc, '-p', 'web', ...ONE_CHECKER]),
    stage('lint, format, import rules', [bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.']),
    stage('unused files, exports, dependencies', [bin('knip', 'bin', 'knip.js'), '--no-progress']),
  ]);
}

/**
 * Runs projects of vitest side by side and counts the tests from their JSON report. With `--times` it runs all files, measures how
 * long each takes, and writes down the times by which the files are ordered.
 */
export function vitest(...projects) {
  const names = `tests: ${projects.join(', ')}`;
  const folder = mkdtempSync(join(tmpdir(), 'vouch-test-'));
  const report = join(folder, 'report.json');
  const others = MEASURE || !projects.includes('integration') ? [] : leftOut();
  if (others.length > 0)
    appendFileSync(SUMMARY_LINES, `Not their turn in this run (VOUCH_EVERYTHING=1 leaves nothing out): ${others.join(', ')}\n`);
  const started = announce(names);
  const { status } = run(runtime(), [
    bin('vitest', 'vitest.mjs'),
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...others.flatMap((file) => ['--exclude', file]),
    '--reporter=default',
    '--reporter=json',
    ...(MEASURE ? [`--reporter=${join(ROOT, 'tests', 'support', 'times.ts')}`] : []),
    `--outputFile.json=${report}`,
  ]);
  const { passed, failed, failures } = counted(report);
  rmSync(folder, { recursive: true, force: true });
  // It can fail without a failed test: a file could not be loaded, or an error happened outside of tests.
  const result = {
    name: names,
    passed,
    failed: status === 0 ? failed : Math.max(failed, 1),
    tests: passed + failed,
    failures,
  };
  return withSeconds(result, started);
}

/** Prints the totals, with `N passed, N failed` as the last line, and exits with 1 if anything failed, otherwise with 0. */
export function finish(stages) {
  const sum = (key) => stages.reduce((total, each) => total + (each[key] ?? 0), 0);
  for (const each of stages) process.stdout.write(`${each.failed > 0 ? 'FAILED' : 'ok    '} ${each.name} (${each.seconds} s)\n`);
  for (const line of stages.flatMap(({ failures = [] }) => failures)) process.stdout.write(`FAILED ${line}\n`);
  for (const line of summaryLines()) process.stdout.write(`${line}\n`);
  if (sum('tests') === 0) process.stdout.write('No test ran.\n');
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
  process.exit(sum('failed') > 0 || sum('tests') === 0 ? 1 : 0);
}

/** What the tests ran over, and what could not be had: each line once. */
function summaryLines() {
  const lines = existsSync(SUMMARY_LINES) ? readFileSync(SUMMARY_LINES, 'utf8').trim().split('\n') : [];
  rmSync(dirname(SUMMARY_LINES), { recursive: true, force: true });
  return [...new Set(lines)].sort();
}

/** Prints the name with what the program says when it has ended, because others run beside it. */
async function stage(name, command) {
  const started = performance.now();
  const child = spawn(runtime(), command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part));
  const status = await new Promise((resolve) => child.on('error', () => resolve(null)).on('close', resolve));
  announce(name);
  process.stderr.write(Buffer.concat(said));
  return withSeconds({ name, passed: 0, failed: status === 0 ? 0 : 1 }, started);
}

function counted(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests, failures: testResults.flatMap(failuresOf) };
  } catch {
    return { passed: 0, failed: 0, failures: ['without a report: see above'] };
  }
}

/** Each failed test with its file, its name and the first lines of its message. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter((each) => each.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLines(message)}`] : [];
  return failed.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLines(failureMessages.join('\n'))}`);
}

const firstLines = (text) =>
  text
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, 8)
    .join('\n       ')
    .slice(0, 1_000);

function announce(name) {
  process.stderr.write(`\n── ${name}\n`);
  return performance.now();
}

function withSeconds(result, started) {
  return { ...result, seconds: ((performance.now() - started) / 1000).toFixed(1) };
}
