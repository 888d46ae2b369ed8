import { beforeEach, describe, expect, test, vi } from 'vitest';
import { allowanceUsed, giveBack, grantOf, periodAt, periodOf, takeUse, usesIn } from '../../src/app/ai/allowance.ts';
import { countedReview, type ReviewWay } from '../../src/app/ai/counted-answers.ts';
import { figuresOf, type HelpTask, isSimilar, orderByRule, partsByRule, reasonByRule } from '../../src/app/ai/plain-answers.ts';
import type { App } from '../../src/app/app.ts';
import type { Caller } from '../../src/app/caller.ts';
import { RuleViolation } from '../../src/domain/kernel/decider.ts';
import { isHonest } from '../../src/providers/ai/prompts/post-1.ts';
import { aiAt, settablePlans } from '../support/ai.ts';
import { appForFile } from '../support/app.ts';

let me = null as unknown as Caller;
const plain = await appForFile((caller) => {
  me = caller;
});
const plans = settablePlans();
const app: App & { clock: typeof plain.clock } = { ...plain, plans, ai: aiAt({ url: 'http://127.0.0.1:9' }).ai };
const MINI = (limit: number | null) => ({ module: 'general', key: 'operator', allowed: [{ tier: 'mini', limit }] }) as const;
const used = async () => (await usesIn(app, me.owner, (await periodOf(app, me.owner)).month)).length;

describe('the allowance of a month', () => {
  test('is not exceeded by fifty uses at once', async () => {
    const taken = await Promise.all(Array.from({ length: 50 }, (_, at) => takeUse(app, me, { id: `u${at}`, ...MINI(20) })));
    expect(taken.filter((use) => use !== null)).toHaveLength(20);
    expect(await used()).toBe(20);
  });

  test('is not exceeded when fifty simultaneous uses are given back and taken again', async () => {
    const all = Array.from({ length: 50 }, (_, at) => `u${at}`);
    const failing = async (id: string) => {
      const use = await takeUse(app, me, { id, ...MINI(20) });
      if (use !== null && Number(id.slice(1)) % 2 === 0) await giveBack(app, me, use);
    };
    await Promise.all(all.map(failing));
    const events = await app.store.readStream(`ai_use-${me.owner}-2026-11`);
    const [taken, back] = ['AiUsed', 'AiUseGivenBack'].map((type) => events.filter((event) => event.type === type).length) as [
      number,
      number,
    ];
    expect(taken - back).toBe(await used());
    expect(await used()).toBeLessThanOrEqual(20);
  });

  test('starts again with the month in the owner’s zone, to the millisecond', async () => {
    await takeUse(app, me, { id: 'a', ...MINI(1) });
    const { renewsAt } = await periodOf(app, me.owner);
    expect(renewsAt).toBe('2026-11-30T23:00:00.000Z');
    app.clock.set('2026-11-30T22:59:59.999Z');
    expect(await takeUse(app, me, { id: 'b', ...MINI(1) })).toBeNull();
    app.clock.set(renewsAt);
    expect(await used()).toBe(0);
    expect(await takeUse(app, me, { id: 'b', ...MINI(1) })).toMatchObject({ month: '2026-12' });
  });

  test('does not grow for an owner who moves to another zone and back', async () => {
    app.clock.set('2026-11-30T12:00:00.000Z');
    await takeUse(app, me, { id: 'november', ...MINI(1) });
    await plain.move(me, 'Pacific/Kiritimati');
    expect(await periodOf(app, me.owner)).toMatchObject({ month: '2026-12', renewsAt: '2026-12-31T10:00:00.000Z' });
    expect(await takeUse(app, me, { id: 'december', ...MINI(1) })).not.toBeNull();
    await plain.move(me, 'Pacific/Honolulu');
    expect(await takeUse(app, me, { id: 'november again', ...MINI(1) })).toBeNull();
    app.clock.set('2026-12-15T12:00:00.000Z');
    expect(await takeUse(app, me, { id: 'december again', ...MINI(1) })).toBeNull();
  });

  test('gives a use back to the month in which it was taken', async () => {
    app.clock.set('2026-11-30T22:59:59.999Z');
    const use = await takeUse(app, me, { id: 'a', ...MINI(1) });
    app.clock.set('2026-11-30T23:00:00.000Z');
    if (use) await giveBack(app, me, use);
    expect(await usesIn(app, me.owner, '2026-11')).toEqual([]);
    expect(await app.store.readStream(`ai_use-${me.owner}-2026-12`)).toEqual([]);
  });

  test('refuses a use beyond it, and names the instant at which it is renewed', async () => {
    const refusal = await allowanceUsed(app, me.owner, 'premium');
    expect(refusal).toMatchObject({ code: 'ai_allowance', members: { renews_at: '2026-11-30T23:00:00.000Z' } });
    expect(refusal.retryAfter).toBe(Math.ceil((Date.parse('2026-11-30T23:00:00.000Z') - Date.parse(app.clock.now())) / 1_000));
  });

  test.each([
    ['2026-12-31T23:30:00.000Z', 'Europe/Berlin', '2027-01', '2027-01-01', '2027-01-31', '2027-01-31T23:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 'America/New_York', '2028-02', '2028-02-01', '2028-02-29', '2028-03-01T05:00:00.000Z'],
  ])('at %s in %s is that of %s', (now, zone, month, from, to, renewsAt) => {
    expect(periodAt(now, zone)).toEqual({ month, from, to, renewsAt });
  });
});

describe('a review', () => {
  const ask = vi.fn<(way: ReviewWay) => Promise<{ judge: { kind: 'ai' | 'rubric' }; comment: string }>>();
  beforeEach(() => {
    ask.mockReset();
    ask.mockResolvedValue({ judge: { kind: 'ai' }, comment: 'Fine.' });
  });
  const review = (id: string, module: 'coding' | 'general' = 'general', rubricWhenUsedUp = true) =>
    countedReview(app, me, { id, module, rubricWhenUsedUp }, ask);
  const ways = () => ask.mock.calls.map(([{ tier, usedUp }]) => `${tier}${usedUp ? ' used up' : ''}`);

  test('uses the allowance if an AI makes it, but not if the rubric does', async () => {
    await review('a');
    ask.mockResolvedValue({ judge: { kind: 'rubric' }, comment: 'Fine.' });
    await review('b');
    expect(await used()).toBe(1);
  });

  test('uses the allowance once if it was interrupted and repeated', async () => {
    ask.mockRejectedValueOnce(new Error('killed'));
    await expect(review('a')).rejects.toThrow('killed');
    await review('a');
    expect(await used()).toBe(1);
  });

  test('is made by the rubric if there is no key, and does not use the allowance', async () => {
    const alone = { ...app, ai: plain.ai };
    await countedReview(alone, me, { id: 'a', module: 'general', rubricWhenUsedUp: true }, ask);
    expect([ways(), await used()]).toEqual([['mini'], 0]);
    expect(await grantOf(alone, me.owner)).toMatchObject({ key: 'none', limits: { mini: 0, premium: 0 } });
  });

  test('is made by the rubric if no use is left and nobody waits for it, and is refused if somebody waits', async () => {
    for (let at = 0; at < 20; at += 1) await review(`u${at}`);
    await review('over');
    expect(ways().at(-1)).toBe('mini used up');
    await expect(review('over', 'general', false)).rejects.toSatisfy(
      (error) => error instanceof RuleViolation && error.code === 'ai_allowance',
    );
    expect(await used()).toBe(20);
  });

  test('of code on Pro is made by the premium model thirty times, then by the mini model with a note', async () => {
    plans.set(me.owner, 'pro');
    for (let at = 0; at < 30; at += 1) await review(`u${at}`, 'coding');
    expect(new Set(ways())).toEqual(new Set(['premium']));
    const next = await review('over', 'coding');
    expect(ways().at(-1)).toBe('mini');
    expect(next.comment).toBe("Fine.\n\nThis month's premium requests are used up, so the mini model made this review.");
    expect((await review('general')).comment).toBe('Fine.');
  });
});

const task = (more: Partial<HelpTask> = {}): HelpTask => ({
  id: 't',
  title: 'Move the archive',
  description: null,
  requirement: null,
  tags: [],
  verification: 'none',
  priority: 'none',
  estimate: null,
  routine: null,
  dueTime: null,
  dueAt: '2026-11-20T22:59:59.999Z',
  createdAt: '2026-11-20T08:00:00.000Z',
  ...more,
});
const past = { id: 'p', title: 'Call Bo', tags: [], routine: null, minutes: 5, completedOn: '2026-11-19' };

test('a past task is similar if it shares the routine, a tag or a meaningful word, but not if it shares only common words', () => {
  expect(isSimilar(task(), past)).toBe(false);
  expect(isSimilar(task(), { ...past, title: 'Archive 2024' })).toBe(true);
  expect(isSimilar(task({ tags: ['work'] }), { ...past, tags: ['work'] })).toBe(true);
  expect(isSimilar(task({ routine: 'r' }), { ...past, routine: 'r' })).toBe(true);
  expect(isSimilar(task({ title: 'Write the task' }), { ...past, title: 'Write this task' })).toBe(false);
});

test.each([
  [[], null],
  [[30], { median: 30, shortest: 30, longest: 30 }],
  [[50, 30], { median: 40, shortest: 30, longest: 50 }],
  [[5, 100, 10], { median: 10, shortest: 5, longest: 100 }],
])('the estimates %j have the figures %j', (minutes, figures) => {
  expect(figuresOf(minutes)).toEqual(figures);
});

test('sub-tasks are suggested from the points of the description, without repeated and existing ones, or else from the steps of such tasks', () => {
  const description = 'Before:\n- List\n* Copy\n1. Check\n- copy\n- [ ] Delete\n';
  expect(partsByRule(task({ description }), ['List'])).toEqual(['copy', 'Check', 'Delete']);
  expect(partsByRule(task({ description: '- only one' }), [])).toHaveLength(3);
  expect(partsByRule(task({ verification: 'email' }), [])).toContain('Send it');
});

test('tasks are ordered by due time, priority, estimate and age, and the reason names what decided', () => {
  const tasks = [
    task({ id: 'none' }),
    task({ id: 'long', priority: 'high', estimate: 90 }),
    task({ id: 'short', priority: 'high', estimate: 5, verification: 'general' }),
    task({ id: 'late', dueTime: '18:00', dueAt: '2026-11-20T17:00:00.000Z' }),
    task({ id: 'soon', dueTime: '09:00', dueAt: '2026-11-20T08:00:00.000Z' }),
  ];
  expect(orderByRule(tasks).map(({ id }) => id)).toEqual(['soon', 'late', 'short', 'long', 'none']);
  expect(reasonByRule(tasks[2] as HelpTask)).toBe('Due by the end of the day, high priority, estimated at 5 minutes, needs proof.');
});

test.each([
  ['I kept {kept}. One by one.', true],
  ['I kept {kept}, all ٣ of them.', false],
  ['I kept {kept}, twice as many.', false],
  ['I kept {kept} {of} them.', false],
  ['I kept {kept} }', false],
  ['I kept everything.', false],
])("whether the text '%s' claims no numbers of its own: %s", (text, honest) => {
  expect(isHonest(text, new Set(['kept', 'streak']))).toBe(honest);
});
