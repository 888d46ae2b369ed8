import { describe, expect, test } from 'vitest';
import { codeSolution, designSubmission } from '../../src/contracts/premium.ts';
import * as double from '../servers/openai.ts';
import { aiServerForFile } from '../support/ai.ts';
import { CODE_PATH, comparingSandbox, pagesOf, SOLVED, TWO, TWO_SUM } from '../support/coding-server.ts';

const of = aiServerForFile('pro', (app) => ({ ...app, pages: pagesOf({ 'two-sum': TWO_SUM }), sandbox: comparingSandbox() }));
const { behaves, newTask, usage } = of;

const SOLUTION = {
  explanation: 'Keep what you saw in a map.',
  complexity: 'O(n) time, O(n) space',
  alternatives: [{ title: 'Two pointers', language: 'JavaScript', code: 'sort();\n\twalk();', trade_offs: 'Less space, more time.' }],
};

describe('GET /api/premium/coding/solutions/{id}', () => {
  const question = async (solve = true): Promise<string> => {
    const task = await newTask({ verification_type: 'coding', due_date: '2026-11-27' });
    const id = (await of.ada.post(`${CODE_PATH}/${task}`, { urls: [TWO] })).body[0].id;
    if (solve) await of.ada.put(`${CODE_PATH}/${id}`, SOLVED);
    return id;
  };
  const solution = (id: string, who = of.ada) => who.get(`/api/premium/coding/solutions/${id}`);

  test('is written by the first call, stored, and can be read without the plan', async () => {
    const id = await question();
    behaves(double.answer(SOLUTION));
    const first = await solution(id);
    expect([first.status, codeSolution.strict().parse(first.body)]).toEqual([
      200,
      {
        ...SOLUTION,
        alternatives: [{ ...SOLUTION.alternatives[0], language: 'javascript' }],
        id: expect.any(String),
        code_task_id: id,
        model: 'test/premium',
        created_at: expect.any(String),
      },
    ]);
    const asked = of.ai.requests.length;
    behaves(double.fail(500));
    of.plans.set(of.me, 'free');
    expect((await solution(id)).body).toEqual(first.body);
    expect(of.ai.requests).toHaveLength(asked);
  });

  test('is written and counted once for simultaneous requests', async () => {
    const id = await question();
    const asked = of.ai.requests.length;
    const { reached, release } = of.holds(SOLUTION);
    const answers = Promise.all(Array.from({ length: 5 }, () => solution(id)));
    await reached;
    release();
    expect(new Set((await answers).map(({ text }) => text)).size).toBe(1);
    expect(of.ai.requests).toHaveLength(asked + 1);
    expect(await usage()).toMatchObject({
      premium: { used: 1, limit: 30 },
      modules: [{}, { module: 'coding', mini: 0, premium: 1 }, {}, {}, {}],
    });
  });

  test('is refused with 403 without the plan, but with 404 first for an unknown id', async () => {
    const id = await question();
    of.plans.set(of.me, 'byok');
    expect(await solution('nothing')).toMatchObject({ status: 404 });
    expect(await solution(id)).toMatchObject({ status: 403, body: { code: 'premium_required' } });
    const bob = await of.bob();
    expect((await solution(id, bob)).status).toBe(404);
  });

  test('is refused with 409 before the question is solved or its task is decided', async () => {
    const id = await question(false);
    expect(await solution(id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test.each([
    ['when the AI is away', double.fail(429)],
    ['when it answers in a wrong format twice', double.answer('Just sort it.')],
  ])('is refused with 503 and counts no use %s, and can be requested again', async (_, behaviour) => {
    const id = await question();
    behaves(behaviour);
    expect(await solution(id)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((await usage()).premium.used).toBe(0);
    behaves(double.answer(SOLUTION));
    expect((await solution(id)).status).toBe(200);
  });

  test('is refused with 429 when the thirty uses of the month are used up', async () => {
    await of.usedUp(30);
    behaves(double.answer(SOLUTION));
    expect(await solution(await question())).toMatchObject({
      status: 429,
      body: { code: 'ai_allowance', renews_at: '2026-11-30T23:00:00.000Z' },
    });
  });
});

describe('GET /api/premium/system-design/submissions/{id}', () => {
  const DESIGN = {
    requirements: 'A thousand users.',
    estimates: '',
    components: 'A queue and a worker.',
    trade_offs: 'Simple.',
    diagram: { mermaid: 'graph TD; a-->b' },
  };
  const submitted = async (): Promise<string> => {
    const task = await newTask({ verification_type: 'system_design' });
    await of.ada.post(`/api/verifications/${task}/proof`, { proofData: { design: DESIGN } });
    return task;
  };
  const feedback = (id: string) => of.ada.get(`/api/premium/system-design/submissions/${id}`);
  const keys = ['requirements', 'estimates', 'components', 'trade_offs', 'diagram'];
  const FEEDBACK = {
    criteria: Object.fromEntries(keys.map((key) => [key, { score: 70, comment: 'Fine.' }])),
    score: 71.5,
    verdict: 'accepted',
    comment: 'It is sound.',
    questions: ['What happens when the queue is full?', 'Who retries?'],
  };

  test('gives the design, feedback and questions, made once by the premium model', async () => {
    const task = await submitted();
    behaves(double.answer(FEEDBACK));
    const first = await feedback(task);
    expect([first.status, designSubmission.strict().parse(first.body)]).toEqual([
      200,
      {
        id: expect.any(String),
        task_id: task,
        design: { ...DESIGN, diagram: { mermaid: 'graph TD; a-->b', file: null } },
        feedback: {
          id: expect.any(String),
          at: expect.any(String),
          judge: { kind: 'ai', name: 'test/premium' },
          verdict: 'accepted',
          score: 71,
          criteria: ['Requirements', 'Estimates', 'Components', 'Trade-offs', 'Diagram'].map((name) => ({
            name,
            score: 70,
            comment: 'Fine.',
          })),
          comment: 'It is sound.',
          model: 'test/premium',
          prompt_version: 'design-feedback/1',
          seen: null,
        },
        follow_up_questions: FEEDBACK.questions,
        created_at: expect.any(String),
      },
    ]);
    of.plans.set(of.me, 'free');
    behaves(double.fail(500));
    expect((await feedback(task)).body).toEqual(first.body);
  });

  test('is answered by the rubric after two answers in a wrong format, without counting or storing it', async () => {
    const task = await submitted();
    behaves(double.answer('Nice.'));
    const { body } = await feedback(task);
    expect(body).toMatchObject({ feedback: { judge: { kind: 'rubric', name: 'Rubric' }, model: null } });
    expect(body.feedback.comment).toMatch(/wrong format twice/);
    expect(body.follow_up_questions).toHaveLength(4);
    expect((await usage()).premium.used).toBe(0);
    behaves(double.answer(FEEDBACK));
    expect((await feedback(task)).body.feedback.judge.kind).toBe('ai');
  });

  test('is refused with 404 without a design, 403 without the plan, and 503 if the AI does not answer', async () => {
    const task = await submitted();
    expect((await feedback(await newTask())).status).toBe(404);
    behaves(double.hangUp);
    expect((await feedback(task)).status).toBe(503);
    of.plans.set(of.me, 'free');
    expect((await feedback(task)).body.code).toBe('premium_required');
  });
});
