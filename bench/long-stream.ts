import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { abused } from './support/abused.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, median } from './support/measure.ts';
import type { Person } from './support/person.ts';
import { startProgram } from './support/program.ts';
import { signUp } from './support/sign-up.ts';
import { visit } from './support/visiting.ts';

const EVENTS = 10_000;
const DESCRIPTION_BYTES = 10_000;
const CLIENTS = 3;
const IDLE_MS = 10_000;
const CHANGING_MS = 20_000;

/** A task whose description was written anew so many times. Gives its path. */
async function taskOfManyEvents(person: Person): Promise<string> {
  const { id } = await person.need<{ id: string }>(201, 'POST', '/api/tasks', { title: 'Write the report', due_date: '2099-11-20' });
  const path = `/api/tasks/${id}`;
  for (let event = 1; event < EVENTS; event += 1)
    await person.need(200, 'PUT', path, { description: randomBytes(DESCRIPTION_BYTES / 2).toString('hex') });
  return path;
}

/** How long others wait while three clients change the status of a task that has very many events, against an idle program: medians. */
export const othersUnderLongStream: Bench = () =>
  withFolder(async (folder) => {
    const data = join(folder, 'data');
    const first = await startProgram(data);
    const [filler, visitor] = [await signUp(first.url, 'writer@example.org'), await signUp(first.url, 'other@example.org')];
    const path = await taskOfManyEvents(filler);
    await first.stop();
    // Started again, so that what only the process remembers has to be read.
    const program = await startProgram(data);
    const [writer, other] = [filler.at(program.url), visitor.at(program.url)];
    try {
      await visit(other, IDLE_MS);
      const idle = median(await visit(other, IDLE_MS));
      const bodies = ['in_progress', 'pending'].map((status) => JSON.stringify({ status }));
      const { cookie } = writer;
      const abuse = { method: 'PATCH', path: `${path}/status`, bodies, headers: { cookie }, keyed: false } as const;
      const changing = { url: program.url, address: '127.0.0.1', cookie, connections: CLIENTS, abuse };
      const { found, answers } = await abused(changing, () => visit(other, CHANGING_MS));
      process.stdout.write(`         status of a task with ${EVENTS} events: the answers to the three clients by status: ${answers}\n`);
      const under = median(found);
      const common = { goal: 3, better: 'lower', unit: 'ms a request of others', runs: 1 } as const;
      return [{ name: 'others_median_under_long_stream', ratio: under / idle, ours: under, baseline: idle, ...common }];
    } finally {
      for (const person of [filler, visitor, writer, other]) person.leave();
      await program.stop();
    }
  });
