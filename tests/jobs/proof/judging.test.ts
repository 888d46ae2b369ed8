import { describe, expect, test, vi } from 'vitest';
import { giveProof, withdrawProof } from '../../../src/app/proof/proof.ts';
import { deleteTask } from '../../../src/app/task/tasks.ts';
import { createReviewer } from '../../../src/providers/ai/reviewer.ts';
import { ACCEPTED, judgingForFile } from './support.ts';

const { app, me, asked, answers, holds, judging, given, requested, verdicts, story, onFault } = await judgingForFile();

describe('a review that is due', () => {
  test('is recorded with its model, prompt version, criteria and score', async () => {
    const { id, review } = await given();
    const judge = judging();
    expect(await judge.begin(review)).not.toBeNull();
    expect(await judge.settled()).toBe(true);
    expect(await verdicts(id)).toMatchObject([
      {
        data: { review_id: review, judge: 'ai', judge_id: 'test/mini', outcome: 'accepted', score: 82, prompt_version: 'general/1' },
        actor: { kind: 'ai', id: 'test/mini' },
      },
    ]);
    expect(await story(review)).toEqual(['ReviewRequested', 'ReviewBegun', 'ReviewEnded answered']);
    expect(await judge.settled()).toBe(false);
  });

  test('is made by the rubric if no AI is set up, and says so', async () => {
    const rubric = createReviewer({
      url: 'http://127.0.0.1:1',
      key: null,
      models: { mini: 'm', premium: 'p' },
      timeoutMs: 1_000,
      onFallback: vi.fn(),
    });
    answers((submission, options) => rubric.review(submission, options));
    const { id, review } = await given();
    const judge = judging();
    await judge.begin(review);
    await judge.settled();
    expect(await verdicts(id)).toMatchObject([
      { data: { judge: 'rubric', judge_id: null, prompt_version: 'rubric/general/1' }, actor: { kind: 'system' } },
    ]);
  });

  test('that cannot be read goes to the next judge', async () => {
    answers(async () => ({
      ...ACCEPTED,
      judge: { kind: 'rubric', name: 'Rubric' },
      verdict: 'comment',
      score: null,
      criteria: [],
      model: null,
    }));
    const { id, review } = await given();
    const judge = judging();
    await judge.begin(review);
    await judge.settled();
    expect((await verdicts(id)).map(({ data }) => data)).toMatchObject([
      { judge: 'rubric', outcome: 'commented' },
      { judge: 'self', outcome: 'accepted', why: 'ai_open' },
    ]);
  });

  test('begins at once and delays no other work until the AI answers', async () => {
    const slow = await given();
    const { reached, release } = holds();
    const judge = judging();
    await judge.begin(slow.review);
    await reached;
    expect(await story(slow.review)).toEqual(['ReviewRequested', 'ReviewBegun']);
    release();
    await judge.settled();
    expect(await story(slow.review)).toContain('ReviewEnded answered');
  });
});

describe('the material of a review', () => {
  test('contains the requirement and the proof', async () => {
    const { review } = await given({
      text: 'Merged',
      links: ['https://example.org/7'],
      commits: ['https://github.com/o/r/commit/0a1b2c3'],
    });
    const judge = judging();
    await judge.begin(review);
    await judge.settled();
    expect(asked()).toMatchObject([
      {
        kind: 'general',
        task: { title: 'Ship it', requirement: 'The merge' },
        text: 'Merged',
        links: ['https://example.org/7'],
        commits: [{ repository: 'o/r', sha: '0a1b2c3', confirmed: null }],
        files: [],
      },
    ]);
  });

  test('contains a design with its diagram, if one was given', async () => {
    const { review } = await given({ design: { requirements: 'Short links', diagram: { mermaid: 'flowchart LR' } } }, 'system_design');
    const judge = judging();
    await judge.begin(review);
    await judge.settled();
    expect(asked()).toMatchObject([
      { kind: 'system_design', design: { requirements: 'Short links', estimates: '', mermaid: 'flowchart LR' } },
    ]);
  });
});

describe('a proof that is changed', () => {
  test('and withdrawn before the request causes no request and no record', async () => {
    const { id, review } = await given();
    await withdrawProof(app, me(), id);
    const judge = judging();
    await judge.begin(review);
    await judge.settled();
    expect([asked(), await verdicts(id)]).toEqual([[], []]);
    expect((await story(review)).at(-1)).toBe('ReviewEnded overtaken');
  });

  test.each([
    ['withdrawn', withdrawProof],
    ['deleted', deleteTask],
  ])('and %s while the AI judges gets no record of the answer', async (_, change) => {
    const { id, review } = await given();
    const { reached, release } = holds();
    const judge = judging();
    await judge.begin(review);
    await reached;
    await change(app, me(), id);
    release();
    await judge.settled();
    expect(await verdicts(id)).toEqual([]);
    expect((await story(review)).at(-1)).toBe('ReviewEnded overtaken');
    expect(onFault).not.toHaveBeenCalled();
  });

  test('and given again while the AI judges is judged only by its new review', async () => {
    const { id, review } = await given();
    const { reached, release } = holds();
    const judge = judging();
    await judge.begin(review);
    await reached;
    await withdrawProof(app, me(), id);
    await giveProof(app, me(), id, { text: 'Another' });
    release();
    await judge.settled();
    expect(await verdicts(id)).toEqual([]);
    const second = await requested(id);
    await judge.begin(second);
    await judge.settled();
    expect((await verdicts(id)).map(({ data }) => data.review_id)).toEqual([second]);
  });
});
