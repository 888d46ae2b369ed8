import { parseArgs } from 'node:util';
import { serveControl } from './faults.ts';
import { serveEventStore } from './server.ts';

// The double as a process of its own. Prints one line of JSON: its addresses.
// `--port`, `--control-port`: free ones by default. `--leashed`: ends when its input does.
const { values } = parseArgs({ options: { port: { type: 'string' }, 'control-port': { type: 'string' }, leashed: { type: 'boolean' } } });

const double = await serveEventStore({ port: Number(values.port ?? 0) });
const control = await serveControl(double.faults, Number(values['control-port'] ?? 0));
const stop = async () => {
  await Promise.all([double.stop(), control.stop()]);
  process.exit(0);
};
process.on('SIGTERM', stop).on('SIGINT', stop);
if (values.leashed) process.stdin.on('end', stop).on('error', stop).resume();

console.log(JSON.stringify({ url: `esdb://127.0.0.1:${double.port}?tls=false`, control: `http://127.0.0.1:${control.port}` }));
