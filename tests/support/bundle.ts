import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { quickPasswords } from './quick-passwords.ts';
import { makeWhole } from './whole-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/vouch-bundled');
/** The files that are started as processes, by their names in the bundle. */
const ENTRIES = {
  main: 'src/main.ts',
  'folding-thread': 'src/wiring/folding/thread.ts',
  'worker-process': 'tests/support/worker-process.ts',
  'reaction-process': 'tests/support/reaction-process.ts',
} as const;
const KEPT_MS = 86_400_000;
/** Raised when the files are laid out in another way. */
const FORM = '2';

export type Entry = keyof typeof ENTRIES;

/** Lets code that is moved into another file still find files that are beside it in the source. */
const whereItStood: Plugin = {
  name: 'where-it-stood',
  transform(code, id) {
    const [file = id] = id.split('?');
    if (!file.startsWith(ROOT) || !/import\.meta\.|\b__(dirname|filename)\b/.test(code)) return null;
    const [path, folder] = [JSON.stringify(file), JSON.stringify(dirname(file))];
    return code
      .replaceAll('import.meta.dirname', folder)
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
      .replace(/\b__dirname\b/g, folder)
      .replace(/\b__filename\b/g, path);
  },
};

/** The module that starts threads names the file of their program, which is beside that of the process here. */
const besideTheProgram: Plugin = {
  name: 'beside-the-program',
  transform: (code, id) =>
    id.endsWith('/src/wiring/folding/threads.ts')
      ? code.replace("join(import.meta.dirname, 'thread.ts')", "join(process.argv[1] ?? '', '../folding-thread.js')")
      : null,
};

/**
 * Puts the program into a few files: a process that does not have to find and read a thousand modules starts in half
 * of the processor time, and some tests start hundreds of processes. Resolves with the folder, in which
 * each entry has a file `<name>.js`. The same source gives the same folder, so that what Node has compiled of it can be
 * used again.
 */
export async function bundleProgram(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [quickPasswords, besideTheProgram, whereItStood],
    // Of each package only the files that Node loads.
    ssr: { noExternal: true, resolve: { conditions: ['node'], mainFields: [] } },
    build: {
      ssr: true,
      write: false,
      target: 'esnext',
      minify: false,
      rolldownOptions: { input: ENTRIES, output: { minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } } },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = output.flatMap((one) => (one.type === 'chunk' ? [one] : []));
  const hash = createHash('sha256');
  hash.update(FORM);
  for (const { fileName, code } of chunks.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1))) hash.update(fileName).update(code);
  const folder = join(CACHE, hash.digest('hex').slice(0, 16));
  await makeWhole(folder, async (making) => {
    await removeOld();
    await write(making, chunks);
  });
  return folder;
}

/** Removes what is older than a day, because each change of the source leaves a folder. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const { mtimeMs } = await stat(join(CACHE, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(join(CACHE, name), { recursive: true, force: true });
  }
}

async function write(folder: string, chunks: readonly Rolldown.OutputChunk[]): Promise<void> {
  for (const { fileName, code } of chunks) {
    await mkdir(dirname(join(folder, fileName)), { recursive: true });
    await writeFile(join(folder, fileName), code);
  }
  // Otherwise Node has to read each file to learn what it is.
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
}
