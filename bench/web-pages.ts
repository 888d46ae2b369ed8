import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../tests/support/chromium.ts';
import { freePort } from '../tests/support/ports.ts';
import { ROOT, withFolder } from './support/folder.ts';
import { needLighthouse, type PageScores, visitByLighthouse } from './support/lighthouse.ts';
import { type Bench, median, type Result } from './support/measure.ts';
import { type Person, signUp } from './support/person.ts';
import { startProgram } from './support/program.ts';

const RUNS = 3;
const TASKS = 40;
const DAY_MS = 86_400_000;

interface MeasuredPage {
  readonly path: string;
  /** In the names of the results. */
  readonly name: string;
  readonly signedIn?: true;
  /** Whether search engines may list it. All other pages say that they may not, which Lighthouse holds against them. */
  readonly listed?: true;
  /** Goals: seconds, kB and a number. */
  readonly paint?: number;
  readonly scriptKb?: number;
  readonly scripts?: number;
}

const PAGES: readonly MeasuredPage[] = [
  { path: '/', name: 'landing', listed: true },
  { path: '/auth', name: 'auth', scriptKb: 110 },
  { path: '/todo', name: 'todo', signedIn: true, paint: 2, scriptKb: 180, scripts: 15 },
  { path: '/verify', name: 'verify', signedIn: true },
  { path: '/report', name: 'report', signedIn: true },
  { path: '/dashboard', name: 'dashboard', signedIn: true, paint: 2, scriptKb: 170 },
];
const SCORE = 95;
const SHIFT = 0.02;

async function fill(person: Person): Promise<void> {
  for (let index = 0; index < TASKS; index += 1) {
    const day = new Date(Date.now() + (1 + (index % 10)) * DAY_MS).toISOString().slice(0, 10);
    await person.need(201, 'POST', '/api/tasks', { title: `Answer letter ${index}`, ...(index % 2 === 0 && { due_date: day }) });
  }
}

type Visits = readonly PageScores[];
const middle = (visits: Visits, of: (visit: PageScores) => number): number => median(visits.map(of));

const result = (name: string, value: number, goal: number, better: Result['better'], unit: string): Result => ({
  name: `web_${name}`,
  ratio: value,
  goal,
  better,
  ours: value,
  baseline: 0,
  unit,
  runs: RUNS,
});

function ofPage({ name, paint, scriptKb, scripts }: MeasuredPage, visits: Visits): readonly Result[] {
  const of = (part: string, value: number, goal: number | undefined, unit: string) =>
    goal === undefined ? [] : [result(`${name}_${part}`, value, goal, 'lower', unit)];
  return [
    result(
      `${name}_score`,
      middle(visits, (visit) => visit.scores.performance),
      SCORE,
      'higher',
      'of 100, performance on a phone',
    ),
    ...of(
      'paint_s',
      middle(visits, (visit) => visit.paint),
      paint,
      's until the largest part is painted',
    ),
    ...of(
      'script_kb',
      middle(visits, (visit) => visit.scriptKb),
      scriptKb,
      'KB of script',
    ),
    ...of(
      'scripts',
      middle(visits, (visit) => visit.scripts),
      scripts,
      'files of script',
    ),
  ];
}

/** The worst page of all. */
function ofAll(pages: readonly (readonly [MeasuredPage, Visits])[]): readonly Result[] {
  const worst = (of: (visit: PageScores) => number, isWanted: (page: MeasuredPage) => boolean = () => true): number =>
    Math.min(...pages.filter(([page]) => isWanted(page)).map(([, visits]) => middle(visits, of)));
  return [
    result('shift', -worst(({ shift }) => -shift), SHIFT, 'lower', 'layout shift of the worst page'),
    result(
      'accessibility',
      worst(({ scores }) => scores.accessibility),
      100,
      'higher',
      'of 100, the worst page',
    ),
    result(
      'best_practices',
      worst(({ scores }) => scores['best-practices']),
      100,
      'higher',
      'of 100, the worst page',
    ),
    result(
      'seo',
      worst(
        ({ scores }) => scores.seo,
        ({ listed }) => listed === true,
      ),
      100,
      'higher',
      'of 100, the landing page',
    ),
  ];
}

function line({ path }: MeasuredPage, visits: Visits): string {
  const of = (value: (visit: PageScores) => number, digits = 0): string => middle(visits, value).toFixed(digits);
  const scores = (['performance', 'accessibility', 'best-practices', 'seo'] as const).map((name) => of(({ scores: all }) => all[name]));
  const paint = `${of((visit) => visit.paint, 1)} s, shift ${of(({ shift }) => shift, 3)}`;
  return `${path.padEnd(12)} ${scores.join(' · ')}  ${paint}, ${of(({ scriptKb }) => scriptKb)} KB in ${of(({ scripts }) => scripts)} scripts\n`;
}

/** What Lighthouse says of the pages on a phone: the median of three visits. */
export const webPages: Bench = () =>
  withFolder(async (folder) => {
    if (!existsSync(join(ROOT, 'dist', 'web', 'index.html'))) throw new Error('The web client is not built: npm run bench builds it.');
    await needLighthouse();
    const program = await startProgram(join(folder, 'data'));
    const port = await freePort();
    const browser = await launchBrowser([`--remote-debugging-port=${port}`, '--js-flags=--opt --maglev']);
    try {
      const person = await signUp(program.url, 'phone@example.org');
      await fill(person);
      const pages: [MeasuredPage, PageScores[]][] = PAGES.map((page) => [page, []]);
      for (let run = 0; run < RUNS; run += 1)
        for (const [{ path, signedIn }, visits] of pages) {
          const headers: Record<string, string> = signedIn ? { Cookie: person.cookie } : {};
          visits.push(await visitByLighthouse(new URL(path, program.url).href, port, headers, join(folder, 'report.json')));
        }
      person.leave();
      process.stdout.write('performance · accessibility · best practices · SEO, largest paint\n');
      for (const [page, visits] of pages) process.stdout.write(line(page, visits));
      return [...pages.flatMap(([page, visits]) => ofPage(page, visits)), ...ofAll(pages)];
    } finally {
      await browser.close();
      await program.stop();
    }
  });
