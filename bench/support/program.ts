import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../tests/support/ports.ts';
import { SERVICES_OFF } from '../../tests/support/server-process.ts';
import { PASSWORD } from './fill.ts';
import { ENVIRONMENT, NODE_OPTIONS, ROOT } from './folder.ts';

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

/** The same in both modes, so that people who signed up in development mode are there in production. */
const MASTER_KEY = { VOUCH_MASTER_KEY: 'ab'.repeat(32) } as const;

export interface Production extends Running {
  /** Where its metrics are. */
  readonly operationsUrl: string;
}

/** In development mode, in which people sign up by the mails in the development mailbox. */
export const startForSignUps = (data: string): Promise<Running> => startProgram(data, MASTER_KEY);

/** In production mode, with its bounds by network address, behind a proxy on this machine. Its mails are thrown away. */
export async function startProduction(data: string): Promise<Production> {
  const smtp = await startMailSink();
  const [port, operationsPort] = [await freePort(), await freePort()];
  const program = await startProgram(data, {
    ...MASTER_KEY,
    VOUCH_MODE: 'production',
    PORT: String(port),
    OPERATIONS_PORT: String(operationsPort),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'vouch@example.com',
    ...SERVICES_OFF,
  });
  return {
    ...program,
    operationsUrl: `http://127.0.0.1:${operationsPort}`,
    async stop() {
      const code = await program.stop();
      await smtp.close();
      return code;
    },
  };
}

async function startMailSink() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.on('end', done).resume();
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>((resolve) => server.close(resolve)) };
}
