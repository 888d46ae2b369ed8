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

/** Jupyter only starts the cells and lays out what they print, and it takes most of the time. */
const IMPORTED = /^(duckdb|matplotlib)==/;
/** Runs the cells one after the other, and prints the value of each that ends with an expression, as Jupyter does. */
const RUN_CELLS = `
import ast, json
shared = {}
for cell in json.load(open('missed-tasks.ipynb'))['cells']:
    if cell['cell_type'] != 'code':
        continue
    body = ast.parse(''.join(cell['source'])).body
    last = ast.Expression(body.pop().value) if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), 'cell', 'exec'), shared)
    value = eval(compile(last, 'cell', 'eval'), shared) if last else None
    if value is not None:
        print(value.fetchall())`;

/** A Python with what the notebook imports; null: it is not available here, and the summary says so. */
async function notebookPython(): Promise<string | null> {
  const lines = readFileSync(join(EXAMPLES, 'requirements.txt'), 'utf8').trim().split('\n');
  const packages = lines.filter((line) => IMPORTED.test(line));
  try {
    return await pythonWith({ product: 'the notebook of examples/', name: 'notebook-2', packages, minors: [11, 15] });
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
    const ran = await promisify(execFile)(python ?? '', ['-c', RUN_CELLS], { cwd: root, env: { ...process.env, MPLBACKEND: 'agg' } });
    const [, predictor] = /The best predictor is "([\w ?]+)": [\w ]+ is missed in [\d.]+%/.exec(ran.stdout) ?? [];
    expect(predictor).toBe('Is it of a routine?');
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
    expect(ran.stdout).toContain(`[(${counted.length}, ${missed}, `);
  },
);
