import { userCaller } from '../../src/app/caller.ts';
import { closeDay } from '../../src/app/day.ts';
import { advanceTask } from '../../src/app/task/tasks.ts';
import { type Client, member } from './client.ts';
import { startTestServer, type TestServer } from './server.ts';

export interface DayToRead {
  readonly server: TestServer;
  readonly ada: Client;
  readonly eve: Client;
  /** Ada's tasks by their titles. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Friday 20 November 2026, 17:00 in Berlin: one kept, one skipped, one missed at 18:00, one open without a date. */
export async function startDayToRead(): Promise<DayToRead> {
  const server = await startTestServer();
  const [ada, eve] = [await member(server), await member(server, 'eve@example.org')];
  const ids: Record<string, string> = {};
  const make = async (name: string, fields: object) => {
    ids[name] = (await ada.post('/api/tasks', { title: name, ...fields })).body.id;
  };
  await make('kept', { due_date: '2026-11-20', tags: ['home', 'q4'] });
  await make('skipped', { due_date: '2026-11-20' });
  await make('missed', { due_date: '2026-11-20', due_time: '18:00' });
  await make('undated', {});
  await make('child', { parent_id: ids.undated });
  await ada.patch(`/api/tasks/${ids.kept}/status`, { completed: true });
  await ada.patch(`/api/tasks/${ids.skipped}/status`, { status: 'skipped', reason: 'Not today' });
  server.stores.clock.advance('PT7H01M');
  const owner = (await ada.get('/api/auth/me')).body.user.id;
  const { position } = await advanceTask(server.app, { owner, id: ids.missed as string });
  await server.app.waitForReadModels(position as string);
  const closed = await closeDay(server.app, userCaller(owner, 'test').owner, '2026-11-20');
  await server.app.waitForReadModels(closed.position as string);
  return { server, ada, eve, ids };
}

/** Follows the `Link` header to the end. */
export async function pagesOf(client: Client, path: string): Promise<unknown[][]> {
  const found: unknown[][] = [];
  for (let next: string | undefined = path; next; ) {
    const { body, headers } = await client.get(next);
    found.push(body);
    next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  return found;
}
