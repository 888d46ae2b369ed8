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

/** Files that mostly wait: for leases to run out, for servers that do not answer, for connections to come back. */
const WAITING =
  /^tests\/(scenarios\/(calls-of-servers|cluster|mongo-)|store\/(mongo-(leases|vault-faults)|eventstore-outages)|contract\/mongodb-jobs)/;

interface Measured {
  readonly seconds: number;
  readonly isWaiting: boolean;
}

/**
 * The files of a project come one after the other, because a process is used again only for a file of its own project: a
 * new one has to load the whole program. Of a project the files that take longest come first, so that none of them is
 * left to run alone at the end. A file that was never measured may take long, so it comes before the many that are quick.
 * Of those that mostly wait one is run at a time, beside others that keep the processor busy.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = measured();
    const seconds = ({ moduleId }: TestSpecification): number => times[nameOf(moduleId)] ?? UNKNOWN_S;
    const places = new Map(this.ctx.projects.map(({ name }, index) => [name, index]));
    const place = ({ project }: TestSpecification): number => places.get(project.name) ?? 0;
    const sorted = (await super.sort(files)).toSorted((a, b) => seconds(b) - seconds(a));
    const facts = (file: TestSpecification): Measured => ({ seconds: seconds(file), isWaiting: WAITING.test(nameOf(file.moduleId)) });
    const byProject = Object.entries(Object.groupBy(sorted, (file) => place(file)));
    // Keys of an object that are numbers come in their order.
    return byProject.flatMap(([, ofProject = []]) => oneWaitingAtATime(ofProject, facts, this.ctx.config.maxWorkers));
  }
}

/** For a run that ends with the first failure, as each one of a mutation test does. What was never measured is new, and mostly quick. */
export class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = measured();
    const seconds = ({ moduleId }: TestSpecification): number => times[nameOf(moduleId)] ?? 0;
    return files.toSorted((a, b) => seconds(a) - seconds(b));
  }
}

/** Goes through a run in which each file takes as long as it was measured, and puts the next file that waits where the last one ends. */
export function oneWaitingAtATime<F>(files: readonly F[], factsOf: (file: F) => Measured, workers: number): F[] {
  const waiting = files.filter((file) => factsOf(file).isWaiting);
  const busy = files.filter((file) => !factsOf(file).isWaiting);
  const free = Array.from({ length: workers }, () => 0);
  let waitsUntil = 0;
  return files.map(() => {
    const now = Math.min(...free);
    const isTurn = busy.length === 0 || (waiting.length > 0 && waitsUntil <= now);
    const next = (isTurn ? waiting : busy).shift() as F;
    const end = now + factsOf(next).seconds;
    free[free.indexOf(now)] = end;
    if (isTurn) waitsUntil = end;
    return next;
  });
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
