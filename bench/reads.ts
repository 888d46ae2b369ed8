import { addDays } from '../src/domain/calendar/local.ts';
import { type Bench, compared, type Result, type Sides } from './support/measure.ts';
import { type Load, loaded, type Served, served } from './support/served.ts';

const RUNS = 5;
/** What Chrome sends. */
const AS_BROWSERS = { 'accept-encoding': 'gzip, deflate, br, zstd' } as const;

interface Row {
  readonly name: string;
  readonly goal: number;
  readonly path: string;
  readonly load: Omit<Load, 'url'>;
}

/** Requests a second of each row in turn, always directly after the bare server. The first round only warms up. */
async function overHello({ program, hello }: Served, rows: readonly Row[]): Promise<readonly Result[]> {
  const taken = new Map<string, { ours: number[]; baseline: number[] }>(rows.map(({ name }) => [name, { ours: [], baseline: [] }]));
  for (let run = 0; run <= RUNS; run += 1)
    for (const { name, path, load } of rows) {
      const baseline = await loaded({ url: hello.url });
      const ours = await loaded({ url: `${program.url}${path}`, ...load });
      if (run === 0) continue;
      taken.get(name)?.baseline.push(baseline);
      taken.get(name)?.ours.push(ours);
    }
  return rows.map(({ name, goal }) => compared({ name, goal, better: 'higher', unit: 'requests a second' }, taken.get(name) as Sides));
}

const PAGE = '/api/tasks?limit=50';
/** More lists than the program remembers, which all contain the same 50 tasks. */
const FIRST_READS = Array.from({ length: 1_500 }, (_, index) => `${PAGE}&due_from=${addDays('2019-01-01', index)}`);

/**
 * A page of 50 tasks for a signed-in user: as browsers ask, without compression, unchanged since the browser read it, and with nothing
 * remembered.
 */
export const read50OverHello: Bench = () =>
  served(async (sides) => {
    const { program, headers } = sides;
    const answer = await fetch(`${program.url}${PAGE}`, { headers });
    const page = (await answer.json()) as unknown[];
    if (page.length !== 50) throw new Error(`The page holds ${page.length} tasks.`);
    const unchanged = { ...headers, ...AS_BROWSERS, 'if-none-match': answer.headers.get('etag') ?? '' };
    return overHello(sides, [
      { name: 'read_50_over_hello', goal: 0.4, path: PAGE, load: { headers: { ...headers, ...AS_BROWSERS } } },
      { name: 'read_50_plain_over_hello', goal: 0.35, path: PAGE, load: { headers } },
      { name: 'read_50_unchanged_over_hello', goal: 0.9, path: PAGE, load: { headers: unchanged, expect: 304 } },
      { name: 'read_50_first_over_hello', goal: 0.15, path: PAGE, load: { headers, paths: FIRST_READS } },
    ]);
  });

const REPORTS = [
  { name: 'streaks', path: '/api/streaks', first: 0.1 },
  { name: 'weekly', path: '/api/reports/weekly', first: 0.03 },
  { name: 'overall', path: '/api/reports/overall', first: 0.03 },
  { name: 'history_50', path: '/api/reports/history?limit=50' },
] as const;

/** Streaks, reports and a page of the history as browsers ask for them, while nothing changes. */
export const reportsOverHello: Bench = () =>
  served((sides) => {
    const load = { headers: { ...sides.headers, ...AS_BROWSERS } };
    return overHello(
      sides,
      REPORTS.map(({ name, path }) => ({ name: `${name}_over_hello`, goal: 0.3, path, load })),
    );
  });

/** The same reads when each of them comes after a change: nothing is remembered. */
export const reportsFirstOverHello: Bench = () =>
  served(
    (sides) => {
      const load = { headers: { ...sides.headers, ...AS_BROWSERS } };
      const rows = REPORTS.flatMap((row) =>
        'first' in row ? [{ name: `${row.name}_first_over_hello`, goal: row.first, path: row.path, load }] : [],
      );
      return overHello(sides, rows);
    },
    { ANSWERS_MB: '0' },
  );
