import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { folderOf, needPackages } from './packages.ts';

/** Another version gives other scores, so it is pinned. Only this bench needs it: it is no dependency of the project. */
const VERSION = '13.5.0';
const NAME = `Lighthouse ${VERSION}`;
const CLI = join(folderOf({ name: NAME }), 'node_modules', 'lighthouse', 'cli', 'index.js');
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const MOST_MS = 180_000;

const run = promisify(execFile);
type Category = (typeof CATEGORIES)[number];

/** The parts that this bench reads of a report of Lighthouse. */
interface Report {
  readonly categories: Readonly<Record<Category, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number; readonly details?: { readonly items?: readonly unknown[] } }>>;
  readonly runtimeError?: { readonly message: string };
}

interface Loaded {
  readonly resourceType?: string;
  readonly transferSize?: number;
}

export interface PageScores {
  /** From 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>;
  /** When the largest part was painted, in seconds. */
  readonly paint: number;
  readonly shift: number;
  /** Compressed, in kB. */
  readonly scriptKb: number;
  readonly scripts: number;
}

/** Installs Lighthouse once. @throws Error if npm cannot be reached */
export const needLighthouse = (): Promise<void> => needPackages({ name: NAME, packages: [`lighthouse@${VERSION}`] });

/** One visit of a page on Lighthouse's phone, by the browser that listens on `port`. `file`: where the report is written. */
export async function visitByLighthouse(
  url: string,
  port: number,
  headers: Readonly<Record<string, string>>,
  file: string,
): Promise<PageScores> {
  const given = [`--port=${port}`, '--quiet', '--output=json', `--output-path=${file}`, `--only-categories=${CATEGORIES.join(',')}`];
  const signedIn = Object.keys(headers).length === 0 ? [] : [`--extra-headers=${JSON.stringify(headers)}`];
  await run(process.execPath, [CLI, url, ...given, ...signedIn, '--no-enable-error-reporting'], { timeout: MOST_MS });
  return scoresIn(JSON.parse(readFileSync(file, 'utf8')) as Report);
}

function scoresIn({ categories, audits, runtimeError }: Report): PageScores {
  if (runtimeError) throw new Error(`Lighthouse could not visit the page: ${runtimeError.message}`);
  const scripts = ((audits['network-requests']?.details?.items ?? []) as readonly Loaded[]).filter((one) => one.resourceType === 'Script');
  const score = (name: Category): number => Math.round((categories[name].score ?? Number.NaN) * 100);
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    paint: (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1_000,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    scriptKb: scripts.reduce((sum, one) => sum + (one.transferSize ?? 0), 0) / 1_024,
    scripts: scripts.length,
  };
}
