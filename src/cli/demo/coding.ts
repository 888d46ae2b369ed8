import type { App } from '../../app/app.ts';
import { userCaller } from '../../app/caller.ts';
import { attemptCode } from '../../app/coding/attempts.ts';
import { addQuestions } from '../../app/coding/questions.ts';
import { promiseTask } from '../../app/task/tasks.ts';
import { MINUTE, plus } from '../../domain/calendar/dates.ts';
import { dueInstant, localDate } from '../../domain/calendar/local.ts';
import type { Opened } from '../ports.ts';
import { KATAS, type Kata, OPEN_KATA } from './coding.data.ts';
import type { Person, PersonAction } from './person.ts';

const SITE = 'https://kata.example.com';
const EVENING = '19:10';
const REQUIREMENT = 'Solved, with every example passed';
const NEVER = new AbortController().signal;

/** The program with the demo's own pages instead of those of the internet, and with random run times. */
const withOwnPages = (app: App, { statement }: Kata, { extras }: Person): App => ({
  ...app,
  pages: {
    read: async () => ({ outcome: 'read', question: app.pages.readStatement(statement) }),
    readStatement: (text) => app.pages.readStatement(text),
  },
  sandbox: {
    close: () => app.sandbox.close(),
    run: async (...asked) => {
      const ran = await app.sandbox.run(...asked);
      // Measured times differ from run to run, but the same seed must give the same year.
      const results = ran.results.map((one) => ({ ...one, ms: extras.between(2, 19) / 10 }));
      return { ...ran, results, ms: Math.round(results.reduce((sum, { ms }) => sum + ms, 0) * 10) / 10 };
    },
  },
});

/**
 * The coding questions of a year, spread over its dates. The person tries each until it is solved, and the solution is
 * the proof.
 */
export function kataActions(
  opened: Opened,
  person: Person,
  dates: readonly string[],
  later: (act: PersonAction) => void,
): readonly PersonAction[] {
  return KATAS.flatMap((kata, index) => {
    const date = dates[Math.floor(((index + 0.5) * dates.length) / KATAS.length)];
    return date === undefined ? [] : [kataAction(opened, person, kata, dueInstant(date, EVENING, person.zone), later)];
  });
}

function kataAction(opened: Opened, person: Person, kata: Kata, at: string, later: (act: PersonAction) => void): PersonAction {
  return {
    at,
    run: async () => {
      const { attempt } = await promiseKata(opened, person, kata, at);
      let next = at;
      for (const index of kata.attempts.keys()) {
        next = plus(next, person.extras.between(6, 17) * MINUTE);
        later({ at: next, run: () => attempt(index) });
      }
    },
  };
}

interface PromisedKata {
  /** The task. */
  readonly id: string;
  /** Submits the attempt with this number. */
  readonly attempt: (index: number) => Promise<unknown>;
}

/** The person promises to solve a question by the end of the day. */
async function promiseKata({ app: whole }: Opened, person: Person, kata: Kata, at: string): Promise<PromisedKata> {
  const app = withOwnPages(whole, kata, person);
  const caller = () => userCaller(person.owner, app.newId());
  const { id } = await promiseTask(app, caller(), {
    title: `Solve: ${kata.title}`,
    due_date: localDate(at, person.zone),
    tags: ['learning'],
    estimate_minutes: 45,
    verification_type: 'coding',
    proof_requirement: REQUIREMENT,
  });
  await app.waitForReadModels(await app.store.head());
  const { ids } = await addQuestions(app, caller(), id, [`${SITE}/${kata.path}`], app.newId);
  const submit = async (index: number) => {
    const attempt = kata.attempts[index];
    if (attempt) await attemptCode(app, caller(), ids[0] ?? '', { ...attempt, submit: true }, null, NEVER);
  };
  return { id, attempt: submit };
}

/** Leaves a question that was tried once and is not solved yet. Returns the id of its task. */
export async function leaveKata(opened: Opened, person: Person, end: string): Promise<string> {
  const { id, attempt } = await promiseKata(opened, person, OPEN_KATA, end);
  await opened.app.waitForReadModels(await opened.app.store.head());
  await attempt(0);
  return id;
}
