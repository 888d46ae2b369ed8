import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { signIn } from '../tests/support/browser.ts';
import { launchBrowser } from '../tests/support/chromium.ts';
import { PASSWORD } from './support/fill.ts';
import { ROOT, withFolder } from './support/folder.ts';
import { type Bench, median, type Result } from './support/measure.ts';
import { type Person, signUp } from './support/person.ts';
import { startProgram } from './support/program.ts';

const EMAIL = 'many@example.org';
const TASKS = 5_000;
const AT_ONCE = 20;
const DAYS = 60;
const SLOWER = 4;
const RUNS = 5;
/** Until what the page loads when nothing is to be done has come. */
const QUIET_MS = 5_000;
const DAY_MS = 86_400_000;

/** Half of the tasks are due on the next days, the others have no date. */
async function fill(person: Person): Promise<void> {
  const make = (index: number): Promise<unknown> => {
    const day = new Date(Date.now() + (1 + (index % DAYS)) * DAY_MS).toISOString().slice(0, 10);
    return person.need(201, 'POST', '/api/tasks', {
      title: `Answer letter ${index} about the migration`,
      priority: index % 4 === 0 ? 'high' : 'none',
      tags: index % 3 === 0 ? ['work'] : [],
      ...(index % 2 === 0 && { due_date: day }),
    });
  };
  for (let from = 0; from < TASKS; from += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => make(from + at)));
}

const metric = async (cdp: CDPSession, name: string): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find((one) => one.name === name)?.value ?? Number.NaN;
};

/** Resolves once the page has painted twice and has nothing else to do. */
const settled = (page: Page): Promise<void> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done()))))');

/** Milliseconds for which what is done keeps the page's thread. */
async function taken(page: Page, cdp: CDPSession, act: () => Promise<unknown>): Promise<number> {
  await settled(page);
  const before = await metric(cdp, 'TaskDuration');
  await act();
  await settled(page);
  return ((await metric(cdp, 'TaskDuration')) - before) * 1_000;
}

/** The median of some runs. The first one warms up. */
async function medianOf(
  page: Page,
  cdp: CDPSession,
  act: (run: number) => Promise<unknown>,
  after?: () => Promise<unknown>,
): Promise<number> {
  const all: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    all.push(await taken(page, cdp, () => act(run)));
    await after?.();
  }
  return median(all.slice(1));
}

const LETTERS = 'abcdef';
const WATCH = `window.slowest = 0; new PerformanceObserver((list) => {
  for (const { duration, interactionId } of list.getEntries()) if (interactionId) window.slowest = Math.max(window.slowest, duration);
}).observe({ type: 'event', durationThreshold: 16 })`;

async function measured(page: Page, cdp: CDPSession): Promise<Record<string, number>> {
  const rows = page.locator('[data-part="tasks"] [data-task]');
  await page.evaluate(WATCH);
  const tick = await medianOf(page, cdp, (run) =>
    rows
      .nth(2 + run)
      .locator('[data-part="tick"]')
      .click(),
  );
  const open = await medianOf(
    page,
    cdp,
    async (run) => {
      await rows
        .nth(2 + run)
        .locator('[data-part="title"]')
        .click();
      await page.locator('[data-part="detail-section"]').first().waitFor();
    },
    () => page.keyboard.press('Escape'),
  );
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'New task' }).waitFor();
  const letter = await medianOf(page, cdp, (run) => page.keyboard.press(LETTERS[run] ?? 'z'));
  await page.keyboard.press('Escape');
  const field = page.getByRole('combobox', { name: 'Filter' });
  await field.click();
  const filter = await medianOf(page, cdp, (run) => page.keyboard.press(LETTERS[run] ?? 'z'));
  const slowest = await page.evaluate<number>('window.slowest');
  await cdp.send('HeapProfiler.collectGarbage');
  const heap = (await metric(cdp, 'JSHeapUsedSize')) / 1_048_576;
  return { letter, tick, open, filter, slowest, heap };
}

const GOALS = [
  ['letter', 'web_5000_letter_ms', 30, 'ms of the thread'],
  ['tick', 'web_5000_tick_ms', 60, 'ms of the thread'],
  ['open', 'web_5000_open_ms', 100, 'ms of the thread'],
  ['filter', 'web_5000_filter_ms', 50, 'ms of the thread'],
  ['slowest', 'web_5000_inp_ms', 100, 'ms from the press to the paint'],
  ['heap', 'web_5000_heap_mb', 60, 'MB'],
] as const;

/** What the screen of tasks does with 5,000 tasks, on a processor that is made four times slower. */
export const webTasks: Bench = () =>
  withFolder(async (folder) => {
    if (!existsSync(join(ROOT, 'dist', 'web', 'index.html'))) throw new Error('The web client is not built: npm run bench builds it.');
    const program = await startProgram(join(folder, 'data'));
    // The browser of the tests does not compile for speed, and this one has to.
    const browser = await launchBrowser(['--js-flags=--opt --maglev']);
    try {
      const person = await signUp(program.url, EMAIL);
      await fill(person);
      const context = await browser.newContext({ baseURL: program.url, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
      await signIn(context, EMAIL, PASSWORD);
      const page = await context.newPage();
      await page.goto('/todo?tab=upcoming');
      await page.locator('[data-part="tasks"] [data-task]').nth(20).waitFor({ timeout: 60_000 });
      const cdp = await context.newCDPSession(page);
      await cdp.send('Performance.enable');
      await page.waitForTimeout(QUIET_MS);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      const values = await measured(page, cdp);
      person.leave();
      return GOALS.map(([key, id, goal, unit]): Result => {
        const ours = values[key] ?? Number.NaN;
        return { name: id, ratio: ours, goal, better: 'lower', ours, baseline: 0, unit, runs: RUNS };
      });
    } finally {
      await browser.close();
      await program.stop();
    }
  });
