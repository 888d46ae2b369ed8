import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Faults, remoteFaults } from './eventstore/faults.ts';
import { type ServeOptions, serveEventStore } from './eventstore/server.ts';
import { dockerAnswers } from './shared.ts';

export type { Faults } from './eventstore/faults.ts';

export interface EventStoreServer {
  /** Such as `EventStoreDB double (23.10)`. */
  readonly name: string;
  readonly url: string;
  /** Null on a real server. */
  readonly faults: Faults | null;
  stop(): Promise<void>;
}

export interface EventStoreDoubleServer extends EventStoreServer {
  readonly faults: Faults;
}

export interface EventStoreDoubleProcess extends EventStoreDoubleServer {
  readonly pid: number;
  /** SIGSTOP: like a machine that hangs. SIGCONT: it continues. SIGKILL: its log is lost with it. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
}

const IMAGE = 'eventstore/eventstore:23.10.8-bookworm-slim';
const MAIN = join(import.meta.dirname, 'eventstore/main.ts');

const urlOf = (host: string, port: number): string => `esdb://${host}:${port}?tls=false`;

/** The server at `EVENTSTORE_URL`, otherwise a container where Docker answers and has the image, otherwise the double, started as asked. */
export async function startEventStore(
  startDouble: () => Promise<EventStoreServer> = () => startEventStoreDouble(),
): Promise<EventStoreServer> {
  const url = process.env.EVENTSTORE_URL;
  if (url) return { name: `EventStoreDB at ${new URL(url).host}`, url, faults: null, stop: async () => undefined };
  if (!(await dockerAnswers())) return startDouble();
  return startContainer().catch(async (error) => {
    const double = await startDouble();
    return { ...double, name: `${double.name} (${IMAGE} did not start: ${error.message})` };
  });
}

/** In this process. `statistics`: like a server that writes its statistics into the log. */
export async function startEventStoreDouble(options: Pick<ServeOptions, 'statistics'> = {}): Promise<EventStoreDoubleServer> {
  const { port, faults, stop } = await serveEventStore(options);
  return { name: 'a double of EventStoreDB 23.10', url: urlOf('127.0.0.1', port), faults, stop };
}

/** In a process of its own, which ends with this one. */
export async function startEventStoreDoubleProcess(): Promise<EventStoreDoubleProcess> {
  const child = spawn(process.execPath, [MAIN, '--leashed'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { url, control } = await addresses(child);
  return {
    name: 'a double of EventStoreDB 23.10, in a process of its own',
    url,
    faults: remoteFaults(control),
    pid: child.pid as number,
    signal: (name) => void child.kill(name),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function addresses(child: ChildProcess): Promise<{ url: string; control: string }> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The double ended with ${code}.`)));
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  return JSON.parse(line);
}

async function startContainer(): Promise<EventStoreServer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(IMAGE)
    .withCommand(['--insecure', '--mem-db', '--enable-atom-pub-over-http=false'])
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .start();
  return {
    name: `${IMAGE} in a container`,
    url: urlOf(container.getHost(), container.getMappedPort(2113)),
    faults: null,
    stop: async () => void (await container.stop()),
  };
}
