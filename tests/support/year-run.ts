import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Opened } from '../../src/cli/ports.ts';
import { type Action, endOf, planActions, type Stretch } from '../../src/cli/simulate/actions.ts';
import { runActions, signUpEverybody } from '../../src/cli/simulate/live.ts';
import { type FileOutbox, fileOutbox } from '../../src/cli/simulate/outbox.ts';
import type { Persona } from '../../src/cli/simulate/population.ts';
import { readConfig } from '../../src/config/config.ts';
import { later } from '../../src/domain/calendar/instant.ts';
import { openAlone } from '../../src/wiring/command-line.ts';

export interface YearRun {
  readonly opened: Opened;
  readonly folder: string;
  readonly outbox: FileOutbox;
  readonly owners: readonly string[];
  readonly actions: readonly Action[];
  /** The instant of each append, in order. */
  readonly appends: readonly string[];
  readonly restarts: number;
  readonly errors: readonly string[];
  dispose(): Promise<void>;
}

interface Interruptions {
  /** Numbers of appends. After each of them nothing can be written any more, in the middle of due work. */
  readonly cuts?: readonly number[];
  /** The instant at which the run ends, if it is to end before the year does. */
  readonly until?: string;
}

/**
 * Runs the simulation. After each cut the program is closed, and another one starts on the same folder at the same instant.
 */
export async function runYear(
  personas: readonly Persona[],
  stretch: Stretch,
  { cuts = [], until = endOf(stretch) }: Interruptions = {},
): Promise<YearRun> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-year-'));
  const outbox = fileOutbox(join(folder, 'messages.ndjson'));
  const errors: string[] = [];
  const waiting = [...cuts].sort((a, b) => a - b);
  const appends: string[] = [];
  let [restarts, working] = [0, false];
  let ending: Promise<void> | null = null;
  let opened: Opened = await open(stretch.from);

  async function open(at: string): Promise<Opened> {
    const { mailer, whatsapp } = outbox;
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (fields: { err?: unknown }, message: string) => void (ending === null && errors.push(`${message}: ${String(fields.err)}`)),
    };
    const program = await openAlone(readConfig({ VOUCH_DATA: folder }), { at, mailer, whatsapp }, log);
    const { store } = program.app;
    const append = store.append.bind(store);
    let dead = false;
    store.append = async (...args) => {
      if (dead) throw new Error('The program is cut off.');
      const answer = await append(...args);
      appends.push(program.app.clock.now());
      if (working && !dead && (waiting[0] ?? Number.POSITIVE_INFINITY) <= appends.length) {
        waiting.shift();
        dead = true;
        ending = program.close();
      }
      return answer;
    };
    return program;
  }

  async function reach(instant: string): Promise<void> {
    for (;;) {
      working = true;
      const failure = await opened
        .move((now) => later(now, instant))
        .then(
          () => null,
          (error: unknown) => error as Error,
        );
      working = false;
      if (ending === null) {
        if (failure !== null) throw failure;
        return;
      }
      const stood = opened.app.clock.now();
      await ending;
      opened = await open(stood);
      ending = null;
      restarts += 1;
    }
  }

  const world = {
    get opened() {
      return opened;
    },
    reach,
  };
  const owners = await signUpEverybody(world, personas, outbox);
  const actions = planActions(personas, stretch).filter(({ at }) => at < until);
  await runActions(world, owners, actions);
  await reach(until);
  return {
    opened,
    folder,
    outbox,
    owners,
    actions,
    appends,
    restarts,
    errors,
    dispose: async () => {
      await opened.close();
      outbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
