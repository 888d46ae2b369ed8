import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { NoPython, pythonWith } from '../servers/python.ts';
import { addSummaryLine, copyDemoYear } from '../servers/shared.ts';
import { runHere } from '../support/command-line.ts';
import { DEMO_NOW } from '../support/demo-year.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const root = mkdtempSync(join(tmpdir(), 'vouch-notebook-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A Python with what the notebook needs; null: it is not available here, and the summary says so. */
async function notebookPython(): Promise<string | null> {
  const packages = readFileSync(join(EXAMPLES, 'requirements.txt'), 'utf8').trim().split('\n');
  try {
    return await pythonWith({ product: 'the notebook of examples/', name: 'notebook-1', packages, minors: [11, 15] });
  } catch (error) {
    if (!(error instanceof NoPython)) throw error;
    addSummaryLine(`Examples: the notebook is not run. ${error.message}`);
    return null;
  }
}

const python = await notebookPython();

test.skipIf(python === null)(
  'the notebook answers its question from the demo’s year, as the README says',
  { timeout: 300_000 },
  async () => {
    const data = join(root, 'data');
    await copyDemoYear(data);
    cpSync(join(EXAMPLES, 'missed-tasks.ipynb'), join(root, 'missed-tasks.ipynb'));
    const out = join(root, 'events.parquet');
    const env = { VOUCH_DATA: data, VOUCH_CLOCK: DEMO_NOW };
    expect(await runHere(['events', 'export', '--format', 'parquet', '--out', out], env)).toMatchObject({ code: 0 });
    const convert = ['-m', 'nbconvert', '--to', 'html', '--execute', 'missed-tasks.ipynb'];
    await promisify(execFile)(python ?? '', convert, { cwd: root });
    const page = readFileSync(join(root, 'missed-tasks.html'), 'utf8');
    const [, predictor] = /The best predictor is "([\w ?]+)": [\w ]+ is missed in [\d.]+%/.exec(page.replaceAll('&quot;', '"')) ?? [];
    expect(predictor).toBe('Is it of a routine?');
    expect(page).toContain('data:image/png;base64,');
    expect(existsSync(join(root, 'missed-tasks.png'))).toBe(true);
    // The tasks that the notebook counts as missed are those that the program counts so.
    const replayed = await runHere(['replay', 'tasks', '--json'], env);
    const counted = replayed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).outcome)
      .filter((outcome) => outcome === 'kept' || outcome === 'missed');
    const missed = counted.filter((outcome) => outcome === 'missed').length;
    expect(missed).toBeGreaterThan(20);
    expect(page).toContain(`<td>${counted.length}</td><td>${missed}</td>`);
  },
);
