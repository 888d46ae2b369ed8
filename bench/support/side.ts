import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface SideOptions {
  /** Options of Node. */
  readonly nodeOptions?: readonly string[];
  /** Further variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a script of this folder in a process of its own, and gives what it prints. @throws Error if it fails */
export async function outputOf(script: string, args: readonly string[], { nodeOptions = [], env = {} }: SideOptions = {}): Promise<string> {
  const child = spawn(process.execPath, [...nodeOptions, join(import.meta.dirname, script), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${script} ended with ${code}.`);
  return out;
}
