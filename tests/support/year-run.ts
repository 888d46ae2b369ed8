import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Opened } from '../../src/cli/ports.ts';
import { type Action, endOf, planActions, type Stretch } from '../../src/cli/simulate/actions.ts';
import { runActions, signUpEverybody } from '../../src/cli/simulate/live.ts';
import { type FileOutbox, fileOutbox } from '../../src/cli/simulate/outbox.ts';
import type { Persona } from '../../src/cli/simulate/population.ts';
import { readConfig } from '../../src/config/config.ts';
import { later } from '../../src/domain/calendar/dates.ts';
import { openAlone } from '../../src/wiring/command-line.ts';
import {
  clockShows,
  countsOn,
  type Era,
  followed,
  isThere,
  localDay,
  MINUTE,
  madeOf,
  type Planned,
  shift,
  text,
  WEEKDAYS,
  weekdayOf,
} from './year-routines.ts';

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

/** What must happen in a simulated year, computed day by day from nothing of the program but the plan of the actions. */

function erasOf({ zone, time }: Persona, actions: readonly Action[], from: number, until: number): readonly Era[] {
  const eras: Era[] = [{ since: from, until, zone, reminder: time.todo_reminder_time }];
  for (const action of actions) {
    if (action.does !== 'move' && action.does !== 'remind_at') continue;
    const last = eras.pop() as Era;
    const at = Date.parse(action.at);
    eras.push({ ...last, until: at });
    const next = { ...last, since: at, until };
    eras.push(action.does === 'move' ? { ...next, zone: action.zone } : { ...next, reminder: action.time });
  }
  return eras;
}

/** The date and instant of each occurrence, once for each date; a change applies to those after it. */
function turns(eras: readonly Era[], day: string, time: (era: Era) => string): readonly { date: string; at: number; zone: string }[] {
  const found: { date: string; at: number; zone: string }[] = [];
  for (const era of eras) {
    const last = shift(localDay(era.until, era.zone), 2);
    for (let date = shift(localDay(era.since, era.zone), -2); date <= last; date = shift(date, 1)) {
      const before = found.at(-1)?.date ?? '';
      if (date <= before || (day !== 'everyday' && WEEKDAYS[weekdayOf(date)] !== day)) continue;
      const at = clockShows(date, time(era), era.zone);
      if (at > era.since && at <= era.until) found.push({ date, at, zone: era.zone });
    }
  }
  return found;
}

export interface Life {
  readonly persona: Persona;
  readonly actions: readonly Action[];
  readonly from: string;
  readonly until: string;
}

function filledBy(date: string, since: number, eras: readonly Era[]): Planned {
  const { zone } = eras.find((era) => era.until >= since) as Era;
  return { date, since, places: followed({ date, time: null, since, zone }, eras).places };
}

/** Lines such as `reminder 2026-03-01 <instant> sent`, `occurrence 0 2026-03-31 <instant>`; sorted. */
export function expectedOf({ persona, actions, from: start, until: end }: Life): readonly string[] {
  const [from, until] = [Date.parse(start), Date.parse(end)];
  const eras = erasOf(persona, actions, from, until);
  const made = madeOf(persona, actions, eras, until);
  const filled = actions.flatMap((action) => (action.does === 'fill' ? [filledBy(action.date, Date.parse(action.at), eras)] : []));
  const nothingDue = actions.flatMap((action) =>
    action.does === 'nothing_due' ? [{ date: action.date, since: Date.parse(action.at) }] : [],
  );
  const planned: readonly Planned[] = [...made, ...filled];
  const isPlanned = (first: string, last: string, at: number): boolean =>
    planned.some((one) => countsOn(one, at) >= first && countsOn(one, at) <= last && isThere(one, at));
  const switchedOff = (name: 'task_reminders' | 'weekly_reports', at: number): boolean => {
    const chosen = actions.filter((action) => action.does === 'notify' && name in action.set && Date.parse(action.at) < at).at(-1);
    return chosen?.does === 'notify' && chosen.set[name] === false;
  };
  const away = (date: string, at: number): boolean =>
    actions.some((action) => action.does === 'vacation' && action.from <= date && action.to >= date && Date.parse(action.at) < at);
  const unsent = (date: string, at: number): string | null => {
    if (switchedOff('task_reminders', at)) return 'off';
    if (away(date, at)) return 'vacation';
    return isPlanned(date, date, at) || nothingDue.some((one) => one.date === date && one.since <= at) ? 'filled' : null;
  };
  const lines = made.map(({ index, date, since }) => `occurrence ${index} ${date} ${text(since)}`);
  for (const { date, at } of turns(eras, persona.time.todo_reminder_day, ({ reminder }) => reminder)) {
    const outcome = unsent(date, at) ?? 'sent';
    lines.push(`reminder ${date} ${text(at)} ${outcome}`);
    const escalates = at + 30 * MINUTE;
    if (outcome !== 'sent' || escalates > until) continue;
    const called = persona.partner?.answer === 'Accept' ? 'escalated' : 'no_partner';
    lines.push(`escalation ${date} ${text(escalates)} ${unsent(date, escalates) ?? called}`);
  }
  const weekly = (name: string, day: string, time: string, week: (date: string) => readonly [string, string]): void => {
    for (const { date, at } of turns(eras, day, () => time)) {
      const outcome = !isPlanned(...week(date), at) ? 'nothing_planned' : switchedOff('weekly_reports', at) ? 'off' : 'sent';
      lines.push(`${name} ${date} ${text(at)} ${week(date).join(' ')} ${outcome}`);
    }
  };
  const { weekly_report_day, weekly_report_time, weekly_assessment_day, weekly_assessment_time } = persona.time;
  weekly('weekly_report', weekly_report_day, weekly_report_time, (date) => {
    const monday = shift(date, -weekdayOf(date));
    return [shift(monday, -7), shift(monday, -1)];
  });
  weekly('weekly_assessment', weekly_assessment_day, weekly_assessment_time, (date) => [shift(date, -6), date]);
  return lines.sort();
}
