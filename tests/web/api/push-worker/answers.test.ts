import { afterEach, expect, test, vi } from 'vitest';
import { carryOut, takeBack } from '../../../../web/api/push-worker/answers.ts';
import { deviceName } from '../../../../web/api/push-worker/device-name.ts';

afterEach(() => vi.unstubAllGlobals());

/** 23:30 in Berlin on Thursday 19 November, by the server. */
const SESSION = { user: { timezone: 'Europe/Berlin' }, session: { expires_at: '2026-11-20T22:30:00.000Z', expires_in: 86_400 } };
const OPEN = { id: 't1', status: 'pending', due_time: '21:00' };

/** Answers requests by method and path, and gives what was sent. */
function server(answers: Readonly<Record<string, object | (() => Response)>>) {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    sent.push(`${method} ${path}${body ? ` ${body}` : ''}`);
    const answer = answers[`${method} ${path}`];
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return typeof answer === 'function' ? (answer as () => Response)() : Response.json(answer);
  });
  return sent;
}

test('done completes the task, and can be taken back', async () => {
  const sent = server({ 'PATCH /api/tasks/t1/status': OPEN, 'POST /api/tasks/t1/undo': OPEN });
  const outcome = await carryOut('done', 't1', 'Run, 5 km');
  expect(outcome).toMatchObject({ title: 'Done', body: 'Run, 5 km', undo: { way: 'undo', id: 't1' } });
  expect(outcome.undo && (await takeBack(outcome.undo, 'Run, 5 km'))).toBeNull();
  expect(sent).toEqual(['PATCH /api/tasks/t1/status {"status":"completed"}', 'POST /api/tasks/t1/undo {}']);
});

test('tomorrow moves an open task to the day after the owner’s date', async () => {
  const sent = server({ 'GET /api/tasks/t1': OPEN, 'GET /api/auth/session': SESSION, 'PUT /api/tasks/t1': OPEN });
  expect(await carryOut('tomorrow', 't1', 'Run, 5 km')).toMatchObject({ title: 'Moved to tomorrow', body: 'Run, 5 km, Fri 20 Nov 21:00' });
  expect(sent.at(-1)).toBe('PUT /api/tasks/t1 {"due_date":"2026-11-20"}');
});

test('tomorrow promises a missed task again, and taking this back deletes the new task', async () => {
  const sent = server({
    'GET /api/tasks/t1': { ...OPEN, status: 'missed' },
    'GET /api/auth/session': SESSION,
    'POST /api/tasks/t1/again': { ...OPEN, id: 't2' },
    'DELETE /api/tasks/t2': () => new Response(null, { status: 204 }),
  });
  const { title, undo } = await carryOut('tomorrow', 't1', 'Run, 5 km');
  expect([title, undo]).toEqual(['Promised again for tomorrow', { way: 'delete', id: 't2' }]);
  expect(undo && (await takeBack(undo, 'Run, 5 km'))).toBeNull();
  expect(sent.slice(2)).toEqual(['POST /api/tasks/t1/again {"due_date":"2026-11-20"}', 'DELETE /api/tasks/t2']);
});

test('skip gives a reason, which the server wants', async () => {
  const sent = server({ 'PATCH /api/tasks/t1/status': OPEN });
  expect((await carryOut('skip', 't1', 'Run, 5 km')).title).toBe('Skipped');
  expect(sent).toEqual(['PATCH /api/tasks/t1/status {"status":"skipped","reason":"Skipped from a notification"}']);
});

const problem = (status: number, detail: string) => () => Response.json({ detail }, { status });

test.each([
  ['no connection', undefined, 'no connection', true],
  ['the end of the session', problem(401, 'x'), 'you are signed out', false],
  ['a deleted task', problem(404, 'x'), 'it is not here any more', false],
  ['a refusal', problem(409, 'The task is archived.'), 'The task is archived', false],
  ['a server that fails', problem(503, 'x'), 'Vouch does not answer', true],
] as const)('%s is said, with what was not done', async (_why, answer, reason, canRetry) => {
  server(answer ? { 'PATCH /api/tasks/t1/status': answer } : {});
  expect(await carryOut('done', 't1', 'Run, 5 km')).toEqual({
    ...{ title: 'Not done yet', body: `‘Run, 5 km’ could not be marked as done: ${reason}. Nothing was changed.` },
    ...{ undo: null, canRetry },
  });
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0', 'Edge on Windows'],
  ['curl/8', 'Browser'],
])('the browser of %s is named', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
