import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'tests/times.json');

/** The place in the order of a file that was never measured, in seconds. */
const UNKNOWN_S = 10;

/** Seconds that each test file took in the last measurement, by its path from the root. */
type Times = Readonly<Record<string, number>>;

const measured = (): Times => (existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Times) : {});
const nameOf = (path: string): string => relative(ROOT, path);

/**
 * The files of a project come one after the other, because a process is used again only for a file of its own project: a
 * new one has to load the whole program. Of a project the files that take longest come first, so that none of them is
 * left to run alone at the end. A file that was never measured may take long, so it comes before the many that are quick.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = measured();
    const seconds = ({ moduleId }: TestSpecification): number => times[nameOf(moduleId)] ?? UNKNOWN_S;
    const places = new Map(this.ctx.projects.map(({ name }, index) => [name, index]));
    const place = ({ project }: TestSpecification): number => places.get(project.name) ?? 0;
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b) || seconds(b) - seconds(a));
  }
}

/** Records how long each file took that ended without a failure. Files that no longer exist are left out. */
export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = { ...measured() };
    for (const module of modules) if (module.state() === 'passed') times[nameOf(module.moduleId)] = secondsOf(module);
    const there = Object.entries(times).filter(([name]) => existsSync(join(ROOT, name)));
    const lines = there.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, seconds]) => `  ${JSON.stringify(name)}: ${seconds}`);
    writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`);
  }
}

/** From the file's import to its last hook, rounded to a tenth. */
function secondsOf(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic();
  return Math.round((collectDuration + duration) / 100) / 10;
}
