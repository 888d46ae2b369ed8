import { userCaller } from '../src/app/caller.ts';
import { send } from '../src/app/task/task-send.ts';
import type { TaskCommand } from '../src/domain/task/commands.ts';
import { type Client, member } from '../tests/support/client.ts';
import { startTestServer, type TestServer } from '../tests/support/server.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';

const TASKS = 20_000;
const AT_ONCE = 200;
const RUNS = 15;
/** A rare word, a frequent one, none that is there, and fields alone. */
const QUERIES = ['letter 19999', 'migration', 'nothing', 'is:open -#work', '"about the migration" is:missed'];
const CALLS = 4;

/** One account with so many open tasks, without the check of how many an account may have, which would count them each time. */
async function fill({ app }: TestServer, owner: string): Promise<void> {
  for (let first = 0; first < TASKS; first += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, (_, index) => first + index);
    await Promise.all(
      batch.map((index) => {
        const id = app.newId();
        const texts = {
          title: `Answer letter ${index} about the migration`,
          description: index % 5 === 0 ? 'Ask for the window, and for who signs it off.' : '',
          tags: ['work'],
        };
        const sent = { owner, now: app.clock.now(), zone: 'Europe/Berlin', proof_hours: 24, if_match: null };
        const fields = { due_date: index % 2 === 0 ? '2027-03-01' : null };
        return send(app, userCaller(owner, app.newId()), id, { ...sent, type: 'Promise', id, fields, texts } as TaskCommand);
      }),
    );
  }
  await app.waitForReadModels(await app.store.head());
}

/** Milliseconds of one call. */
async function call(client: Client, paths: readonly string[]): Promise<number> {
  const ms = await timed(async () => {
    for (let round = 0; round < CALLS; round += 1)
      for (const path of paths) {
        const { status } = await client.get(path);
        if (status !== 200) throw new Error(`${path} gave ${status}.`);
      }
  });
  return ms / (CALLS * paths.length);
}

/** A search in an account of 20,000 tasks, compared with a list of 50 of them. */
export const search20kOverList: Bench = async () => {
  const server = await startTestServer();
  try {
    const client = await member(server);
    await fill(server, (await client.get('/api/auth/user')).body.user.id);
    const searches = QUERIES.map((q) => `/api/search?q=${encodeURIComponent(q)}`);
    const sides = await interleaved(
      RUNS,
      () => call(client, searches),
      () => call(client, ['/api/tasks?limit=50']),
    );
    return [compared({ name: 'search_20k_over_list', goal: 10, better: 'lower', unit: 'ms a call' }, sides)];
  } finally {
    await server.dispose();
  }
};
