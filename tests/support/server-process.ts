import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedProgram } from '../servers/shared.ts';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServerProcess {
  /** The address as it was printed, without a slash at its end. */
  readonly url: string;
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
  readonly ended: Promise<Ended>;
}

/** A process that finds what others have compiled starts in half the time. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/vouch-compiled') } as const;
/** The program as it is delivered. */
export const MAIN = join(import.meta.dirname, '../../src/main.ts');
const ADDRESS = /http:\/\/[^\s/]+:\d+/;
/** Of the source on a busy machine. The bundle takes a fraction of this. */
const START_MS = 60_000;

interface Started {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<Ended>;
}

function launch(
  main: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  through: readonly string[] = [],
  nodeOptions: readonly string[] = [],
): Started {
  const [command, ...rest] = [...through, process.execPath, ...nodeOptions, main, ...args] as [string, ...string[]];
  // Of the environment only what is needed to find programs; the test gives the configuration.
  const child = spawn(command, rest, {
    env: { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<Ended>((resolve) => child.on('close', (code, signal) => resolve({ code, signal, ...output })));
  return { child, output, ended };
}

/**
 * Runs one command of the command line to its end. `main`: run instead of the bundle of the program. `through`:
 * the command that starts it, with its arguments.
 */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  main?: string,
  through?: readonly string[],
): Promise<Ended> {
  return launch(main ?? (await sharedProgram()), args, env, through).ended;
}

/** The port at which servers are started that have none of their own; 0: a free one. */
let usualPort = '0';

/** Starts servers at this port until `start` has resolved. */
export async function atPort<T>(port: string, start: () => Promise<T>): Promise<T> {
  usualPort = port;
  return start().finally(() => {
    usualPort = '0';
  });
}

/** Two threads that fold read models would double the processor time of a start. */
const NO_THREADS = { READ_MODEL_THREADS: '0' } as const;

/** The setting with which a server folds its read models as it does by itself on most machines. */
export const IN_THREADS = { READ_MODEL_THREADS: '2' } as const;

/**
 * A real server process on a data folder, at a free port. `main`: run instead of the bundle of the program. `through`:
 * the command that starts it, with its arguments. `nodeOptions`: options of Node. @throws Error with its output when it
 * does not start
 */
export async function startServer(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  main?: string,
  through?: readonly string[],
  nodeOptions?: readonly string[],
): Promise<ServerProcess> {
  const settings = { VOUCH_DATA: folder, PORT: usualPort, ...(main === undefined && NO_THREADS), ...env };
  const { child, output, ended } = launch(main ?? (await sharedProgram()), ['serve'], settings, through, nodeOptions);
  const url = await new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const found = ADDRESS.exec(output.stdout);
      if (!found) return;
      clearTimeout(late);
      resolve(found[0]);
    };
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The server did not come up in ${START_MS} ms: ${output.stderr}`));
    }, START_MS);
    child.stdout?.on('data', look);
    void ended.then(({ code, stderr }) => {
      clearTimeout(late);
      reject(new Error(`The server ended with ${code}: ${stderr}`));
    });
  });
  return {
    url,
    pid: child.pid as number,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is the test's to know
  readonly body: any;
}

/** Says that there was no answer at all, rather than that a test took too long. */
const ANSWER_MS = 180_000;

/** One call. `token`: a bearer token. */
export async function call(
  url: string,
  method: string,
  path: string,
  options: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<Answered> {
  const headers: Record<string, string> = { ...options.headers };
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  if (options.token !== undefined) headers.authorization = `Bearer ${options.token}`;
  const body = options.body === undefined ? {} : { body: JSON.stringify(options.body) };
  const signal = AbortSignal.timeout(ANSWER_MS);
  const { response, text } = await fetch(url + path, { method, headers, signal, ...body }).then(
    async (answer) => ({ response: answer, text: await answer.text() }),
    (error: Error) => {
      throw error.name === 'TimeoutError' ? new Error(`${method} ${url}${path}: no answer in ${ANSWER_MS} ms`) : error;
    },
  );
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** Signs up, takes the link from the development mailbox and confirms. Gives the access token. */
export async function signUp(url: string, email: string, timezone = 'Europe/Berlin'): Promise<string> {
  await call(url, 'POST', '/api/auth/signup', { body: { email, password: 'a rather long password', full_name: 'Ann', timezone } });
  const token = (await mailedLink(url, email, '/auth/confirm')).split('token=')[1];
  const { body } = await call(url, 'POST', '/api/auth/confirm', { body: { token, password: 'a rather long password' } });
  return body.session.access_token;
}

/** Gives the access token. */
export async function signIn(url: string, email: string): Promise<string> {
  const { body } = await call(url, 'POST', '/api/auth/signin', { body: { email, password: 'a rather long password' } });
  return body.session.access_token;
}

/** A worker that has just started takes up due work after up to 15 s. */
const MAIL_MS = 60_000;

/** The link in the newest mail to an address that leads to this path. @throws Error when no such mail arrives */
export async function mailedLink(url: string, email: string, path: string): Promise<string> {
  for (const begun = performance.now(); performance.now() - begun < MAIL_MS; ) {
    const { body } = await call(url, 'GET', `/dev/mailbox.json?to=${encodeURIComponent(email)}&limit=1`);
    const link = new RegExp(`${path}\\?token=\\w+`).exec(body[0]?.text ?? '')?.[0];
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail with ${path} came for ${email}.`);
}

/** The setting of a program in production mode that does without every service that can be switched off. */
export const SERVICES_OFF = { SERVICES_OFF: 'whatsapp,google,github,stripe' } as const;

/** How often the tests kill a process while it works. `VOUCH_KILLS=100` is the whole of it. */
export const KILLS = Number(process.env.VOUCH_KILLS ?? 4);

/** A line of /proc/<pid>/status in MB. @throws Error where there is no /proc, or the process has ended */
function statusMb(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const kb = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kb === undefined) throw new Error(`/proc/${pid}/status has no ${name}.`);
  return Number(kb) / 1_024;
}

/** Resident memory of a process in MB, on Linux. */
export const rssMb = (pid: number): number => statusMb(pid, 'VmRSS');

/** The most that it ever was since the process started. */
export const peakRssMb = (pid: number): number => statusMb(pid, 'VmHWM');

/** The processes that a process has started and that have not ended. */
export const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const text = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  });

/** Open file descriptors of a process: files, sockets, pipes. */
export const openHandles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Threads of a process. */
export const threads = (pid: number): number => readdirSync(`/proc/${pid}/task`).length;
