import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { makeWhole } from '../../tests/support/whole-folder.ts';
import { ROOT } from './folder.ts';

/** The newest version of both packages that fit together. Only this bench needs them: they are no dependencies of the project. */
const VERSION = '0.38.5';
const PACKAGES = ['emmett', 'emmett-sqlite'].map((name) => `@event-driven-io/${name}@${VERSION}`);
/** What Emmett expects to be there. */
const PEERS = ['uuid@10', 'async-retry@1.3.3', 'web-streams-polyfill@4'];
const FOLDER = join(ROOT, 'node_modules', '.cache', `vouch-emmett-${VERSION}`);

const run = promisify(execFile);

export interface EmmettEvent {
  readonly type: string;
  readonly data: object;
}

/** The parts of Emmett's SQLite store that the bench uses. */
export interface EmmettStore {
  appendToStream(stream: string, events: readonly EmmettEvent[], options: { readonly expectedStreamVersion: bigint }): Promise<unknown>;
}

type Handle<State> = (store: EmmettStore, id: string, decide: (state: State) => readonly EmmettEvent[]) => Promise<unknown>;

export interface Emmett {
  /** A store in this file. It creates its tables at the first call. */
  open(file: string): EmmettStore;
  handler<State>(options: {
    readonly evolve: (state: State, event: EmmettEvent) => State;
    readonly initialState: () => State;
  }): Handle<State>;
}

/** Installs Emmett once, and loads it. @throws Error if npm cannot be reached */
export async function loadEmmett(): Promise<Emmett> {
  try {
    await makeWhole(FOLDER, install);
  } catch (error) {
    const why = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) || String(error);
    throw new Error(`Emmett ${VERSION} could not be installed. The first run of this bench needs a connection to npm. ${why}`);
  }
  const load = (name: string): Promise<unknown> =>
    import(pathToFileURL(join(FOLDER, 'node_modules', '@event-driven-io', name, 'dist', 'index.js')).href);
  // The packages declare these functions; they are not there when the types are checked.
  const { CommandHandler } = (await load('emmett')) as { CommandHandler: Emmett['handler'] };
  const { getSQLiteEventStore } = (await load('emmett-sqlite')) as {
    getSQLiteEventStore: (options: { readonly fileName: string }) => EmmettStore;
  };
  return { open: (fileName) => getSQLiteEventStore({ fileName }), handler: CommandHandler };
}

async function install(making: string): Promise<void> {
  writeFileSync(join(making, 'package.json'), '{"private":true}');
  // Without the peers that npm would add by itself, among which are a compiler and the package sqlite3.
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...PACKAGES, ...PEERS, ...options], { cwd: making });
  const own = join(making, 'node_modules', 'sqlite3');
  mkdirSync(own);
  writeFileSync(join(own, 'package.json'), '{"name":"sqlite3","type":"module","main":"index.mjs"}');
  cpSync(join(import.meta.dirname, 'emmett-sqlite3.mjs'), join(own, 'index.mjs'));
}
