// `run.mjs <command> [argument…]`: what `npm start`, `npm test` and the other commands of package.json run.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { become, becomeVouch, buildWeb, install, ROOT, refuse, runtime } from './setup.mjs';

const [, , command, ...given] = process.argv;
/** It has dependencies of its own, which are many files that nothing else needs. */
const MUTATION = join(ROOT, 'scripts', 'mutation');
const bin = (...path) => join(ROOT, 'node_modules', ...path);

const COMMANDS = {
  /** Sets up what is missing, then serves. */
  start() {
    install();
    const node = runtime();
    buildWeb();
    becomeVouch(node, ['serve', ...given]);
  },
  /** The web with hot reload, beside a server that `npm start` has started. */
  dev() {
    install();
    become(runtime(), [bin('vite', 'bin', 'vite.js'), '--config', 'web/vite.config.ts', ...given]);
  },
  /** Formats and sorts imports in place. */
  format() {
    become(runtime(), [bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '--write', ...given]);
  },
  /** Types, lint, format and import rules, unused code, unit tests. */
  async check() {
    const { finish, staticStages, vitest } = await import('./stages.mjs');
    finish([...(await staticStages()), vitest('unit', 'web')]);
  },
  /** Sets up what is missing, then everything that is checked and tested, and the totals. `--times` measures the files anew. */
  async test() {
    const { finish, staticStages, vitest } = await import('./stages.mjs');
    install();
    // It goes on beside the next stages. The tests that need it wait for it.
    spawn(runtime(), [join(ROOT, 'tests', 'servers', 'prepare.ts')], { cwd: ROOT, stdio: 'ignore' });
    const checks = staticStages();
    buildWeb();
    // One run of all projects: what they share is made once, and no core waits for the last file of the first projects.
    finish([...(await checks), vitest('unit', 'web', 'browser', 'integration')]);
  },
  /** Drives every call of the API from its OpenAPI document, with twenty times as many requests as `npm test`. */
  fuzz() {
    install();
    process.env.VOUCH_FUZZ_EXAMPLES ??= '200';
    become(runtime(), [bin('vitest', 'vitest.mjs'), 'run', '--project', 'integration', 'tests/http/openapi.test.ts', ...given]);
  },
  /** The ratios that the README quotes. */
  bench() {
    install();
    const node = runtime();
    buildWeb();
    become(node, [join(ROOT, 'bench', 'run.ts'), ...given]);
  },
  /** Pictures of every screen, kept under a name or compared with those that were kept before. */
  pictures() {
    install();
    const node = runtime();
    buildWeb();
    become(node, [join(ROOT, 'tests', 'pictures', 'run.ts'), ...given]);
  },
  /** Changes the rules of the product in thousands of small ways, and says which of these changes no test notices: paths first, then options of Stryker. */
  mutate() {
    install();
    install(MUTATION);
    const options = given.findIndex((one) => one.startsWith('-'));
    const paths = options === -1 ? given : given.slice(0, options);
    const only = paths.length === 0 ? [] : ['--mutate', paths.map(patternOf).join(',')];
    const stryker = join(MUTATION, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
    become(runtime(), [stryker, 'run', ...only, ...given.slice(paths.length)]);
  },
  /** Hundreds of people for half an hour, then the faults in full number. See docs/performance.md. */
  soak() {
    install();
    become(runtime(), [join(ROOT, 'bench', 'soak', 'run.ts'), ...given]);
  },
};

/** What Stryker calls a file or a folder: it takes patterns, and finds nothing in a folder. */
function patternOf(path) {
  if (!existsSync(join(ROOT, path))) return refuse(`There is no ${path}.`);
  return statSync(join(ROOT, path)).isDirectory() ? `${path.replace(/\/$/, '')}/**/*.ts` : path;
}

if (!Object.hasOwn(COMMANDS, command ?? '')) refuse(`There is no command ${command}. There are: ${Object.keys(COMMANDS).join(', ')}.`);
await COMMANDS[command]();
