import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folderOf, needPackages } from './packages.ts';

/** The newest version of both packages that fit together. Only this bench needs them: they are no dependencies of the project. */
const VERSION = '0.38.5';
const PACKAGES = ['emmett', 'emmett-sqlite'].map((name) => `@event-driven-io/${name}@${VERSION}`);
/** What Emmett expects to be there. */
const PEERS = ['uuid@10', 'async-retry@1.3.3', 'web-streams-polyfill@4'];
const NAME = `Emmett ${VERSION}`;
/** npm would add some peers by itself, among which are a compiler and the package sqlite3. */
const WITHOUT_PEERS = '--legacy-peer-deps';

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
  await needPackages({ name: NAME, packages: [...PACKAGES, ...PEERS], options: [WITHOUT_PEERS], prepare: addSqlite });
  const load = (name: string): Promise<unknown> =>
    import(pathToFileURL(join(folderOf({ name: NAME }), 'node_modules', '@event-driven-io', name, 'dist', 'index.js')).href);
  // The packages declare these functions; they are not there when the types are checked.
  const { CommandHandler } = (await load('emmett')) as { CommandHandler: Emmett['handler'] };
  const { getSQLiteEventStore } = (await load('emmett-sqlite')) as {
    getSQLiteEventStore: (options: { readonly fileName: string }) => EmmettStore;
  };
  return { open: (fileName) => getSQLiteEventStore({ fileName }), handler: CommandHandler };
}

function addSqlite(folder: string): void {
  const own = join(folder, 'node_modules', 'sqlite3');
  mkdirSync(own);
  writeFileSync(join(own, 'package.json'), '{"name":"sqlite3","type":"module","main":"index.mjs"}');
  cpSync(join(import.meta.dirname, 'emmett-sqlite3.mjs'), join(own, 'index.mjs'));
}
