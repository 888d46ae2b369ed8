import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { procrastinationReport } from '../../src/contracts/procrastination.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
/** The clock stands at Friday 2026-11-20, 17:00 in Berlin. */
beforeAll(async () => {
  server = await startTestServer();
  ada = await member(server);
});
afterAll(() => server.dispose());

const report = async (query = '', client = ada) => {
  const { status, body, text } = await client.get(`/api/reports/procrastination${query}`);
  expect(status, text).toBe(200);
  return procrastinationReport.strict().parse(body);
};
const made = async (title: string, fields: object = {}): Promise<string> =>
  (await ada.post('/api/tasks', { title, due_date: '2026-11-23', ...fields })).body.id;
const move = (id: string, due_date: string) => ada.put(`/api/tasks/${id}`, { due_date });

describe('the report about putting off', () => {
  it('has the same period as the overall report, and refuses the same', async () => {
    const overall = (await ada.get('/api/reports/overall')).body;
    const { start_date, end_date, timezone, generated_at, findings } = await report();
    expect({ start_date, end_date, timezone, generated_at, findings }).toEqual({
      start_date: overall.start_date,
      end_date: overall.end_date,
      timezone: 'Europe/Berlin',
      generated_at: '2026-11-20T16:00:00.000Z',
      findings: [],
    });
    for (const wrong of ['?start_date=2026-11-21&end_date=2026-11-20', '?start_date=2010-01-01&end_date=2026-11-20', '?end_date=soon'])
      expect((await ada.get(`/api/reports/procrastination${wrong}`)).status).toBe(422);
  });

  it('counts what overall counts as planned, with its moves', async () => {
    const often = await made('Often', { tags: ['Tax'] });
    await move(often, '2026-11-24');
    await move(often, '2026-11-27');
    const undone = await made('Undone');
    await move(undone, '2026-11-25');
    await ada.post(`/api/tasks/${undone}/undo`);
    const earlier = await made('Earlier', { due_date: '2026-11-26' });
    await move(earlier, '2026-11-24');
    const gone = await made('Gone', { tags: ['tax'] });
    await move(gone, '2026-11-25');
    await ada.patch(`/api/tasks/${gone}/status`, { completed: true });
    await ada.delete(`/api/tasks/${gone}`);
    const open = await made('Taken back');
    await ada.delete(`/api/tasks/${open}`);
    await made('Undated', { due_date: null });
    const found = await report('?start_date=2026-11-20&end_date=2026-11-30');
    expect(found.moves).toEqual({ tasks: 2, moves: 3, median_days: 2 });
    expect(found.most_moved).toEqual([
      {
        task_id: often,
        title: 'Often',
        moves: 2,
        first_due_date: '2026-11-23',
        due_date: '2026-11-27',
        status: 'pending',
        late: false,
      },
      { task_id: gone, title: 'Gone', moves: 1, first_due_date: '2026-11-23', due_date: '2026-11-25', status: 'completed', late: false },
    ]);
    expect(found.weekdays).toEqual([
      { due: 3, moved: 2 },
      ...Array.from({ length: 2 }, () => ({ due: 0, moved: 0 })),
      { due: 1, moved: 0 },
      ...Array.from({ length: 3 }, () => ({ due: 0, moved: 0 })),
    ]);
    expect(found.tags).toEqual([{ tag: 'Tax', planned: 2, moved: 2, missed: 0 }]);
    expect(found.after_moves).toEqual({ moved: { decided: 1, missed: 0 }, unmoved: { decided: 0, missed: 0 } });
    expect(found.estimates).toEqual({ tasks: 0, estimated_minutes: 0, focused_minutes: 0 });
    const { counts } = (await ada.get('/api/reports/overall?start_date=2026-11-20&end_date=2026-11-30')).body;
    expect(found.weekdays.reduce((sum, { due }) => sum + due, 0)).toBe(counts.planned);
    expect(found.moves.tasks).toBe(counts.postponed);
    expect((await report('?start_date=2026-11-28&end_date=2026-11-30')).moves.tasks).toBe(0);
  });

  it('shows somebody else nothing of it', async () => {
    const eve = await member(server, 'eve@example.org');
    expect((await report('?start_date=2026-11-20&end_date=2026-11-30', eve)).most_moved).toEqual([]);
  });
});
