import { describe, expect, test } from 'vitest';
import { assistance } from '../../src/contracts/ai.ts';
import * as double from '../servers/openai.ts';
import { aiServerForFile, OPERATORS_KEY } from '../support/ai.ts';

const of = aiServerForFile();
const { behaves, newTask, usage } = of;

describe('POST /api/ai/assist', () => {
  const assist = async (body: object) => of.ada.post('/api/ai/assist', body);

  test("orders today's tasks, each with a reason, and changes nothing", async () => {
    const first = await newTask({ title: 'Low', priority: 'low' });
    const second = await newTask({ title: 'High', priority: 'high', due_time: '23:00' });
    const before = (await of.ada.get(`/api/tasks/${first}`)).body;
    behaves(double.answer({ order: ['t2', 't1'].map((task) => ({ task, reason: 'It matters.' })) }));
    const { status, body } = await assist({ kind: 'prioritise' });
    expect([status, assistance.strict().parse(body)]).toEqual([
      200,
      {
        kind: 'prioritise',
        model: 'test/mini',
        used: 1,
        note: null,
        suggestions: [
          { task_id: first, title: 'Low', reason: 'It matters.' },
          { task_id: second, title: 'High', reason: 'It matters.' },
        ],
      },
    ]);
    expect((await of.ada.get(`/api/tasks/${first}`)).body).toEqual(before);
  });

  test('suggests an estimate, with the owner’s own numbers beside it', async () => {
    for (const [title, estimate_minutes] of [
      ['Archive 2024', 30],
      ['Archive 2025', 50],
      ['Call Bo', 5],
    ] as const) {
      const id = await newTask({ title, estimate_minutes });
      await of.ada.patch(`/api/tasks/${id}/status`, { status: 'completed' });
    }
    behaves(double.answer({ minutes: 44.6, reason: 'Like the archives before.' }));
    const { body } = await assist({ kind: 'estimate', task_id: await newTask() });
    expect(body.suggestions).toMatchObject([
      {
        minutes: 45,
        reason: 'Like the archives before.',
        history: {
          count: 2,
          median_minutes: 40,
          shortest_minutes: 30,
          longest_minutes: 50,
          tasks: [{ title: 'Archive 2025', similar: true }, {}],
        },
      },
    ]);
  });

  test('sends each suggestion as it arrives by Server-Sent Events, and the whole answer at the end', async () => {
    const parts = ['List', 'Copy'].map((title) => ({ title, minutes: 10, reason: 'Yes.' }));
    behaves(double.answer({ parts }));
    const response = await of.ada.send('POST', '/api/ai/assist', JSON.stringify({ kind: 'split', task_id: await newTask() }), {
      'content-type': 'application/json',
      accept: 'text/event-stream',
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('content-encoding')).toBeNull();
    const events = eventsIn(response.text);
    expect(events.map(({ event }) => event)).toEqual(['suggestion', 'suggestion', 'done']);
    expect(events[0]?.data).toEqual({ title: 'List', estimate_minutes: 10, reason: 'Yes.' });
    expect(assistance.strict().parse(events[2]?.data)).toMatchObject({
      kind: 'split',
      used: 1,
      suggestions: [{ title: 'List' }, { title: 'Copy' }],
    });
  });

  test('sends an event by Server-Sent Events if the AI does not answer, and counts no use', async () => {
    behaves(double.fail(429));
    const body = JSON.stringify({ kind: 'split', task_id: await newTask() });
    const response = await of.ada.send('POST', '/api/ai/assist', body, { 'content-type': 'application/json', accept: 'text/event-stream' });
    expect(eventsIn(response.text)).toMatchObject([{ event: 'error', data: { status: 503, code: 'unavailable' } }]);
    expect((await usage()).mini.used).toBe(0);
  });

  test.each([
    ['429', double.fail(429)],
    ['an error', double.fail(500)],
    ['a refused key', double.fail(401)],
    ['a connection that is cut off', double.hangUp],
  ])('answers 503 if the AI gives no answer, and counts no use: %s', async (_, behaviour) => {
    behaves(behaviour);
    const { status, body } = await assist({ kind: 'split', task_id: await newTask() });
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(JSON.stringify(body)).not.toContain(OPERATORS_KEY);
    expect((await usage()).mini.used).toBe(0);
  });

  test('answers by rules after two AI answers in a wrong format, says so, and counts no use', async () => {
    behaves(double.answer('I would begin with the folders.'));
    const { body } = await assist({ kind: 'split', task_id: await newTask({ description: '- Folders\n- Photos\n' }) });
    expect(body).toMatchObject({ model: null, used: 0, suggestions: [{ title: 'Folders' }, { title: 'Photos' }] });
    expect(body.note).toMatch(/^The AI answered in a wrong format twice\. /);
    expect((await usage()).mini.used).toBe(0);
  });

  test('is refused when the month’s uses are used up, also by many simultaneous requests', async () => {
    behaves(double.answer({ minutes: 5, reason: 'Short.' }));
    const task_id = await newTask();
    const answers = await Promise.all(Array.from({ length: 50 }, () => assist({ kind: 'estimate', task_id })));
    const refused = answers.filter(({ status }) => status === 429);
    expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([20, 30]);
    expect(refused[0]?.body).toMatchObject({ code: 'ai_allowance', renews_at: '2026-11-30T23:00:00.000Z' });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(86_400);
    expect((await usage()).mini).toEqual({ used: 20, limit: 20 });
  });

  test('sent twice under one Idempotency-Key counts once', async () => {
    behaves(double.answer({ minutes: 5, reason: 'Short.' }));
    const body = JSON.stringify({ kind: 'estimate', task_id: await newTask() });
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'press-1' };
    await Promise.all([1, 2].map(() => of.ada.send('POST', '/api/ai/assist', body, headers)));
    const streamed = { ...headers, 'idempotency-key': 'press-2', accept: 'text/event-stream' };
    await Promise.all([1, 2].map(() => of.ada.send('POST', '/api/ai/assist', body, streamed)));
    expect((await usage()).mini.used).toBe(2);
  });

  test.each([
    [{ kind: 'dance' }, 'kind'],
    [{ kind: 'split' }, 'task_id'],
    [{ kind: 'split', task_id: 'nothing' }, 'task_id'],
    [{ kind: 'prioritise', task_id: 'nothing' }, 'task_id'],
  ])('refuses %j on the field %s', async (body, field) => {
    expect((await assist(body)).body.errors).toHaveProperty(field);
  });

  test('refuses a task of another person, a sub-task and a completed task', async () => {
    const bob = await of.bob();
    const his = (await bob.post('/api/tasks', { title: 'His' })).body.id;
    const whole = await newTask();
    const part = await newTask({ parent_id: whole });
    const done = await newTask();
    await of.ada.patch(`/api/tasks/${done}/status`, { status: 'completed' });
    for (const task_id of [his, part, done]) expect((await assist({ kind: 'split', task_id })).body.errors).toHaveProperty('task_id');
  });
});

describe('a draft of an email', () => {
  test('is reviewed by the mini model, counted, and refused when the month’s uses are used up', async () => {
    const task_id = await newTask({ verification_type: 'email' });
    const { id } = (
      await of.ada.post('/api/verifications/email-tasks', { task_id, to: ['bo@example.org'], subject: 'The window', body: 'Hello Bo' })
    ).body;
    const names = ['clarity', 'tone', 'request', 'structure'];
    const scored = { score: 80, comment: 'Fine.' };
    behaves((response, request) => {
      const keys = Object.keys(
        (request.body.response_format.json_schema.schema as { properties: { criteria: { properties: object } } }).properties.criteria
          .properties,
      );
      double.answer({
        criteria: Object.fromEntries((keys.length ? keys : names).map((key) => [key, scored])),
        score: 80,
        verdict: 'accepted',
        comment: 'Fine.',
      })(response, request);
    });
    const review = () => of.ada.post(`/api/verifications/email-tasks/${id}/review`);
    expect((await review()).body.review).toMatchObject({ judge: { kind: 'ai' }, model: 'test/mini' });
    expect(await usage()).toMatchObject({ mini: { used: 1 }, modules: [{ module: 'email', mini: 1 }, {}, {}, {}, {}] });
    for (let at = 1; at < 20; at += 1) await review();
    expect(await review()).toMatchObject({ status: 429, body: { code: 'ai_allowance' } });
  });
});

function eventsIn(text: string): { event: string; data: unknown }[] {
  return text
    .split('\n\n')
    .filter((one) => one !== '')
    .map((one) => {
      const [event = '', data = ''] = one.split('\n');
      return { event: event.slice('event: '.length), data: JSON.parse(data.slice('data: '.length)) };
    });
}
