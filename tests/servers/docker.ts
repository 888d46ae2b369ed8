import { existsSync } from 'node:fs';
import { get } from 'node:http';

const SOCKET = '/var/run/docker.sock';
const PATIENCE_MS = 250;

/** The address of Docker, found as its own command finds it: DOCKER_HOST, otherwise the socket. Null: there is none. */
function address(): { socketPath: string } | { host: string; port: string } | null {
  const named = process.env.DOCKER_HOST;
  if (!named) return existsSync(SOCKET) ? { socketPath: SOCKET } : null;
  if (named.startsWith('unix://')) return { socketPath: named.slice('unix://'.length) };
  const { hostname, port } = new URL(named);
  return { host: hostname, port: port || '2375' };
}

function ping(): Promise<boolean> {
  const at = address();
  if (at === null) return Promise.resolve(false);
  return new Promise((resolve) => {
    const request = get({ ...at, path: '/_ping', timeout: PATIENCE_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy(new Error('silent')));
    request.once('error', () => resolve(false));
  });
}

let answers: Promise<boolean> | null = null;

/** Whether containers can be started here; asked once in a process, with an answer within 300 ms. */
export const dockerAnswers = (): Promise<boolean> => (answers ??= ping());
