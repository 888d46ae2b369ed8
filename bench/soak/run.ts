// `npm run soak`: hundreds of people for half an hour, then faults in full number. Ends with 1 when a bound is missed.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withFolder } from '../support/folder.ts';
import { connectionFaults, diskFaults } from './faults.ts';
import { peopleForAWhile } from './people.ts';
import { Bounds, print } from './watch.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    people: { type: 'string', default: '500' },
    think: { type: 'string', default: '6' },
    fillings: { type: 'string', default: '50' },
    idle: { type: 'string', default: '3000' },
    cuts: { type: 'string', default: '10000' },
  },
});

/** @throws Error when it is no number above the least */
function number(name: keyof typeof values, least: number): number {
  const value = Number(values[name]);
  if (!Number.isFinite(value) || value < least) throw new Error(`--${name} is a number of at least ${least}.`);
  return value;
}

const options = {
  minutes: number('minutes', 0.1),
  people: number('people', 1),
  thinkMs: number('think', 0.01) * 1_000,
  fillings: number('fillings', 0),
  idle: number('idle', 0),
  cuts: number('cuts', 0),
};
const bounds = new Bounds();
print(`${options.people} people for ${options.minutes} minutes, who think for ${options.thinkMs / 1_000} s between two visits.`);
await withFolder((folder) => peopleForAWhile(join(folder, 'data'), options, bounds));
await withFolder((folder) => connectionFaults(join(folder, 'data'), options, bounds));
if (options.fillings > 0) await diskFaults(options, bounds);
print(bounds.missed.length === 0 ? 'Every bound was kept.' : `Missed: ${bounds.missed.join('; ')}.`);
process.exit(bounds.missed.length === 0 ? 0 : 1);
