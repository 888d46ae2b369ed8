// Somebody who abuses the program, in a process of its own: `abuser.ts <options as JSON>`. Sends the same request over so
// many connections, again as soon as each is answered, until SIGTERM; then prints how often each status came.
import { Agent, request } from 'node:http';
import { type Abusing, abuses, archiveAbuse } from './abuses.ts';

const abusing = JSON.parse(process.argv[2] ?? '{}') as Abusing;
const { url, address, cookie } = abusing;
const found = 'abuse' in abusing ? abusing : [...abuses({ cookie }), archiveAbuse({ cookie })].find((one) => one.name === abusing.name);
if (found === undefined) throw new Error('There is no such abuse.');
const { connections, abuse } = found;
const { hostname, port } = new URL(url);
const agent = new Agent({ keepAlive: true });
const bodies = abuse.bodies.map((body) => Buffer.from(body));
const statuses: Record<string, number> = {};
let [sent, ended] = [0, false];

/** One request; resolves with its status, or with the code of the error that it ended in. */
function once(): Promise<string> {
  sent += 1;
  const body = bodies.length === 0 ? null : (bodies[sent % bodies.length] as Buffer);
  return new Promise((resolve) => {
    const headers = {
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
      ...abuse.headers,
      'x-forwarded-for': address,
      ...(abuse.keyed && sent % 2 === 0 && { 'idempotency-key': `abuse-${sent}` }),
    };
    const asked = request({ agent, hostname, port, method: abuse.method, path: abuse.path, headers }, (answer) => {
      answer.resume();
      answer.on('close', () => resolve(String(answer.statusCode)));
    });
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    asked.end(body ?? undefined);
  });
}

async function again(): Promise<void> {
  while (!ended) {
    const status = await once();
    if (!ended) statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

process.stdin.resume().on('end', () => process.exit(0));
process.on('SIGTERM', () => {
  ended = true;
  process.stdout.write(`${JSON.stringify(statuses)}\n`, () => process.exit(0));
});
process.stdout.write('\n');
await Promise.all(Array.from({ length: connections }, again));
