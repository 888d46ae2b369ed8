import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PASSWORD } from './fill.ts';
import { ENVIRONMENT, NODE_OPTIONS, ROOT } from './root.ts';

export interface Running {
  readonly url: string;
  readonly pid: number;
  /** Ends it. Resolves with its exit code, which is null if it had to be killed. */
  stop(): Promise<number | null>;
}

/** Starts a program that prints one line with its address, in a process of its own. */
async function started(args: readonly string[], env: Readonly<Record<string, string>>, through: readonly string[] = []): Promise<Running> {
  const [command, ...rest] = [...through, process.execPath, ...args] as [string, ...string[]];
  const child: ChildProcess = spawn(command, rest, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
  if (!child.stdout) throw new Error('A child without an output.');
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit');
  const line = await Promise.race([once(lines, 'line').then(([text]) => String(text)), ended.then(([code]) => `it ended with ${code}`)]);
  const url = /https?:\/\/[^\s]+/.exec(line)?.[0];
  if (url === undefined) throw new Error(`${args.join(' ')} printed no address: ${line}`);
  return {
    url,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGTERM');
      return (await ended)[0] as number | null;
    },
  };
}

/**
 * The whole program on a data folder and a free port. `env`: further settings, or others than these. `through`: the
 * command that starts it, with its arguments.
 */
export const startProgram = (
  data: string,
  env: Readonly<Record<string, string>> = {},
  through: readonly string[] = [],
): Promise<Running> => {
  const settings = {
    ...ENVIRONMENT,
    VOUCH_DATA: data,
    PORT: '0',
    HOST: '127.0.0.1',
    VOUCH_MODE: 'development',
    NODE_ENV: 'production',
    ...env,
  };
  return started([...NODE_OPTIONS, join(ROOT, 'src', 'main.ts'), 'serve'], settings, through);
};

/** A bare node:http server that says hello. */
export const startHello = (): Promise<Running> => started([join(ROOT, 'bench', 'support', 'hello.ts')], {});

/** Signs in and gives the cookie. */
export async function signIn({ url }: Running, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (answer.status !== 200 || cookie === undefined) throw new Error(`Signing in gave ${answer.status}: ${await answer.text()}`);
  return cookie;
}
