import { join } from 'node:path';
import { copied, filledFor } from './fill.ts';
import { withFolder } from './folder.ts';
import { type Running, signIn, startHello, startProgram } from './program.ts';
import { outputOf } from './side.ts';

export interface Load {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** All connections together ask for these paths in turn, instead of for that of `url`. */
  readonly paths?: readonly string[];
  /** The status that every answer must have. */
  readonly expect?: number;
}

const CONNECTIONS = 32;
const SECONDS = 4;

/** Requests a second over 32 kept-alive connections, made by a process of its own. @throws Error when an answer is not the expected one */
export async function loaded(load: Load): Promise<number> {
  const options = { ...load, connections: CONNECTIONS, duration: SECONDS, pipelining: 1 };
  return (JSON.parse(await outputOf('load.ts', [JSON.stringify(options)])) as { perSecond: number }).perSecond;
}

const EMAIL = 'reader0@example.org';

export interface Served {
  readonly program: Running;
  readonly hello: Running;
  /** Headers of a signed-in browser: its cookie. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The program with an account, and the bare server, each in a process of its own. `env`: further settings of the program. */
export function served<T>(work: (served: Served) => Promise<T>, env: Readonly<Record<string, string>> = {}): Promise<T> {
  return withFolder(async (folder) => {
    const program = await startProgram(copied(await filledFor(1_000), join(folder, 'data')), env);
    const hello = await startHello();
    try {
      return await work({ program, hello, headers: { cookie: await signIn(program, EMAIL), 'content-type': 'application/json' } });
    } finally {
      await Promise.all([program.stop(), hello.stop()]);
    }
  });
}
