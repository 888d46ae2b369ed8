// The program of a child process that runs Python. Only this process loads Pyodide, because that takes 2.5 s and 200
// MB.
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { type Fault, OUTPUT_BYTES } from '../../contracts/coding/ran.ts';
import { UNNAMED } from '../../contracts/coding/unnamed.ts';
import type { Answer, ChildSettings, Job } from './exchange.ts';
import { pythonRealm, type RealmFiles, type RealmRun, type RunInRealm } from './python-realm.ts';
import { type CpuTimer, cpuTimer, FIXED_NOW, type Run, serve } from './serving.ts';

/** The last part evaluates to the function that runs submitted code. It uses definitions of the others. */
const PARTS = ['harness-wall.py', 'harness-results.py', 'harness-asyncio.py', 'harness.py'];

/** The Python program that runs submitted code inside Pyodide. */
export const pythonHarness = (): string => PARTS.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n\n');

const FOLDER = dirname(fileURLToPath(import.meta.resolve('pyodide')));

const fileNamed = (name: string): Buffer => readFileSync(join(FOLDER, basename(name)));

/** Compiles a script of Pyodide. Its engine is an ES module, which a realm of this kind does not support. */
function script(name: string): string {
  return fileNamed(name)
    .toString('utf8')
    .replaceAll('import.meta.url', '""')
    .replace(/export default (\w+);\s*$/, 'globalThis.createPyodideModule = $1;');
}

/** Starts Pyodide in a separate realm. The realm gets no object of this one that it could keep. */
async function realmWith(timer: CpuTimer, { memoryBytes }: ChildSettings): Promise<RunInRealm> {
  const realm = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: true } });
  const files: RealmFiles = {
    text: (name) => fileNamed(name).toString('utf8'),
    size: (name) => fileNamed(name).length,
    fill: (name, bytes) => bytes.set(fileNamed(name)),
    run: (name) => void runInContext(script(name), realm, { filename: name }),
  };
  const boot: typeof pythonRealm = runInContext(`(${pythonRealm})`, realm, { filename: 'realm.js' });
  const settings = { memoryBytes, outputBytes: OUTPUT_BYTES, now: FIXED_NOW, harness: pythonHarness() };
  return boot(files, () => timer.isLate(), settings);
}

/** Removes everything of Node from this realm, in case code escapes from the realm of Python. */
function empty(): void {
  const language = new Set(Object.getOwnPropertyNames(runInContext('globalThis', createContext(Object.create(null)))));
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!language.has(name)) Reflect.deleteProperty(globalThis, name);
  }
  registerHooks({
    resolve() {
      throw new Error('There are no modules here.');
    },
  });
}

// Taken before the realm is emptied.
const Decoder = TextDecoder;
/** Decodes bytes that may have been cut off within a character. */
const textOf = (bytes: string): string => new Decoder().decode(Buffer.from(bytes, 'latin1'), { stream: true });

function answerOf(run: RunInRealm, { code, call, stdin }: Job, timer: CpuTimer): Answer {
  timer.begin();
  const asked = call && { ...call, or_only: call.name === UNNAMED };
  const text = run(JSON.stringify({ code, call: asked }), Buffer.from(stdin, 'utf8').toString('latin1'));
  // Code that escaped from Python may have written anything here. The process that started this one checks the whole
  // answer.
  const { answer, stdout, output, cut, isOutOfMemory }: RealmRun = JSON.parse(text);
  const ms = timer.end();
  const { value, kind, message }: HarnessAnswer = answer === null ? NO_ANSWER : JSON.parse(answer);
  const fault = (): Fault | null => {
    if (timer.wasLate) return { kind: 'timeout', message: '' };
    if (kind === null) return null;
    return { kind: kind === 'memory' || isOutOfMemory ? 'memory' : kind, message };
  };
  return { ran: { value, stdout: textOf(stdout), output: textOf(output), cut, fault: fault() }, ms, isBroken: answer === null };
}

interface HarnessAnswer {
  readonly value: string | null;
  readonly kind: 'error' | 'memory' | null;
  readonly message: string;
}
const NO_ANSWER: HarnessAnswer = { value: null, kind: 'error', message: 'It brought its interpreter down.' };

async function start(settings: ChildSettings): Promise<Run> {
  const timer = cpuTimer(settings.exampleMs, 64);
  const run = await realmWith(timer, settings);
  empty();
  return (job) => answerOf(run, job, timer);
}

if (import.meta.main) await serve(start);
