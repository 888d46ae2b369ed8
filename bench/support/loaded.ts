import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Load {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The status that every answer must have. */
  readonly expect?: number;
}

const CONNECTIONS = 32;
const SECONDS = 4;

/** Requests a second over 32 kept-alive connections, made by a process of its own. @throws Error when an answer is not the expected one */
export async function loaded(load: Load): Promise<number> {
  const options = { ...load, connections: CONNECTIONS, duration: SECONDS, pipelining: 1 };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`The load on ${load.url} failed.`);
  return (JSON.parse(out) as { perSecond: number }).perSecond;
}
