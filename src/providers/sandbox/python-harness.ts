import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The last one evaluates to the function that runs submitted code, and uses what the others define. */
const PARTS = ['harness-wall.py', 'harness-results.py', 'harness-asyncio.py', 'harness.py'];

/** What runs submitted code inside Pyodide, as one program in Python. */
export const pythonHarness = (): string => PARTS.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n\n');
