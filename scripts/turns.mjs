// Test files of one kind that take long. `npm test` runs some of each kind, chosen by chance, so that in time all of them run.
import { someByChance } from '../tests/support/by-chance.mjs';

/** How the program on servers survives what happens to its processes, its stores and its network. Each starts all of them. */
const FAULTS_OF_SERVERS = [
  'tests/scenarios/time-downtime.test.ts',
  'tests/scenarios/cluster-refusals.test.ts',
  'tests/scenarios/cluster-kills.test.ts',
  'tests/scenarios/cluster-network.test.ts',
  'tests/scenarios/cluster-sleeper.test.ts',
  'tests/browser/cluster.test.ts',
];
/** What is left when a process is killed in the middle of its work. */
const KILLED = [
  'tests/scenarios/killed-reactions.test.ts',
  'tests/scenarios/killed-worker.test.ts',
  'tests/scenarios/server-faults.test.ts',
  'tests/scenarios/focus-kills.test.ts',
  'tests/scenarios/kill.test.ts',
];
/** What changes seldom: the image, the examples, the tools of the tests, and how much a request costs. */
const SELDOM_CHANGED = [
  'tests/tooling/docker.test.ts',
  'tests/cli/notebook.test.ts',
  'tests/cli/check-paper.test.ts',
  'tests/providers/sandbox/python-library.test.ts',
  'tests/scenarios/calls-of-servers.test.ts',
  'tests/servers/eventstore-faults.test.ts',
];
/** Each goes through many screens and looks for one thing: the direction of texts, their size, and how many gestures an act takes. */
const ONE_THING = ['tests/browser/directions.test.ts', 'tests/browser/text-size.test.ts', 'tests/browser/ten-acts.test.ts'];

/** Each kind with the number of its files that run. */
export const TURNS = [
  { files: FAULTS_OF_SERVERS, run: 1 },
  { files: KILLED, run: 1 },
  { files: SELDOM_CHANGED, run: 2 },
  { files: ONE_THING, run: 1 },
];

/** The files that are left out of this run, as paths from the root. With `VOUCH_EVERYTHING=1` there are none. */
export const leftOut = () =>
  TURNS.flatMap(({ files, run }) => {
    const chosen = someByChance(files, run);
    return files.filter((file) => !chosen.includes(file));
  });
