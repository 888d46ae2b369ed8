import { parseArgs } from 'node:util';
import { userCaller } from '../../src/app/caller.ts';
import { setStatus } from '../../src/app/task/tasks.ts';
import { readConfig } from '../../src/config/config.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { assemble } from '../../src/wiring/assemble.ts';
import { assembleOnServers } from '../../src/wiring/servers.ts';

/**
 * The program, configured by its environment. It completes a task as a request does, or lets reactors process the whole
 * log, and kills itself with the n-th thing that it writes. If it writes less than that, it exits with 0.
 */
const { values } = parseArgs({ options: { completes: { type: 'string' }, at: { type: 'string' } } });
const { completes: task, at = '0' } = values;

const log = { info: () => undefined, warn: () => undefined, error: ({ err }: { readonly err?: unknown }) => console.error(err) };
const config = readConfig(process.env);
const program = await (config.servers === null ? assemble({ config, log }) : assembleOnServers({ config, log }));
await program.readable;
const { app, reactors, stores } = program;

let left = Number(at);
function counted<Args extends unknown[], T>(write: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
  return async (...args) => {
    const written = await write(...args);
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return written;
  };
}
const progress = stores.reactors;
app.store.append = counted(app.store.append.bind(app.store));
progress.putCheckpoints = counted(progress.putCheckpoints.bind(progress));

if (task !== undefined) {
  const [promised] = await app.store.readStream(taskStream(task));
  await setStatus(app, userCaller(promised?.metadata.owner ?? '', app.newId()), task, { status: 'completed' });
} else {
  await reactors.start();
  while (await reactors.catchUp({ all: true }));
}
await program.close();
process.exit(0);
