import { userCaller } from '../../app/caller.ts';
import { changeFocus, stopFocus } from '../../app/focus/sessions.ts';
import { startFocus } from '../../app/focus/start.ts';
import { planTimeBox } from '../../app/time-box/time-boxes.ts';
import { daysBetween, localDate, localTime, weekday } from '../../domain/calendar/local.ts';
import { tasksBetween } from '../../projections/task/task-lists.ts';
import { countTimeBoxes } from '../../projections/time-box.ts';
import type { Opened } from '../ports.ts';
import { instantAt, type Person, type PersonAction, type Random, timeOf } from './person.ts';
import type { PlannedPromise } from './plan.ts';

/** The share of weeks in which the person plans their time, and of the weekdays of such a week. */
const WEEKS = 0.78;
const WEEKDAYS = 0.92;
/** In these last days, which the screens show first, the person plans their time each week and works with the timer most often. */
const LATELY = 21;
/** Time boxes begin at a quarter of an hour, and the first one of a day at this minute. */
const STEP = 15;
const EARLIEST = 8 * 60;
const LONGEST = 120;
/** When the person would have worked on a task that was missed. */
const MISSED_BY = 17 * 60;
/** The share of the planned tasks that the person works on with the timer: of those that are in progress first, of others, and lately. */
const FOCUSED = { begun: 0.95, other: 0.38, lately: 0.85 } as const;
const MIDNIGHT = 24 * 60;
/** The time boxes that are left on the day on which the year ends. */
const LEFT = 3;

/** A promise of the day that was made as a task with this id. */
export interface MadeTask {
  readonly id: string;
  readonly promise: PlannedPromise;
}

/** How many time boxes the person plans on each date at most. A date that is missing has none. `dates`: all dates of the year, in order. */
export function planningDates(random: Random, dates: readonly string[]): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  let plans = random.chance(WEEKS);
  for (const [index, date] of dates.entries()) {
    if (weekday(date) === 1) plans = random.chance(WEEKS);
    const isLately = dates.length - index <= LATELY;
    const wants = random.chance(WEEKDAYS);
    const boxes = random.between(2, 4);
    if (weekday(date) <= 5 && (plans || isLately) && wants) most.set(date, boxes);
  }
  const today = dates.at(-1);
  if (today !== undefined) most.set(today, 1);
  return most;
}

interface PlannedBox {
  readonly task: MadeTask;
  /** The local minutes of its begin, and at which the person is done with the task. */
  readonly start: number;
  readonly by: number;
  readonly minutes: number;
}

/** The minute at which the person is done with a task, or gives it up. Null: it is not planned. */
function doneBy({ promise: { outcome } }: MadeTask): number | null {
  if (outcome.is === 'kept' || outcome.is === 'moved') return outcome.minute;
  return outcome.is === 'missed' ? MISSED_BY : null;
}

const stepped = (minute: number): number => Math.floor(minute / STEP) * STEP;

/** Places boxes that do not overlap, each of about the length that the task needs, so that the task is done near its end. */
function placeBoxes(random: Random, tasks: readonly MadeTask[], most: number, until: number): readonly PlannedBox[] {
  const boxes: PlannedBox[] = [];
  let free = EARLIEST;
  const timed = tasks.flatMap((task) => {
    const by = doneBy(task);
    return by === null || by >= until ? [] : [{ task, by }];
  });
  for (const { task, by } of timed.sort((a, b) => a.by - b.by)) {
    if (boxes.length === most) break;
    const minutes = Math.min(LONGEST, STEP * Math.ceil(task.promise.estimate_minutes / STEP));
    const start = stepped(by - (minutes * random.between(75, 130)) / 100);
    if (start < free) continue;
    boxes.push({ task, start, by, minutes });
    free = Math.max(start + minutes, stepped(by + STEP));
  }
  return boxes;
}

/**
 * Plans time boxes for the day's promises. Returns the focus sessions that follow. On the date on which the year ends
 * only what is done by then gets a box.
 */
export async function planTime(
  { app }: Opened,
  person: Person,
  date: string,
  tasks: readonly MadeTask[],
): Promise<readonly PersonAction[]> {
  const { owner, zone, boxesOn, end, times: random } = person;
  const most = boxesOn.get(date) ?? 0;
  const until = date === localDate(end, zone) ? minuteOf(localTime(end, zone)) : MIDNIGHT;
  const actions: PersonAction[] = [];
  for (const box of placeBoxes(random, tasks, most, until)) {
    const { task, start, minutes } = box;
    const { id } = await planTimeBox(app, userCaller(owner, app.newId()), { task_id: task.id, date, time: timeOf(start), minutes });
    actions.push(...sessionActions({ app }, person, date, box, id));
  }
  return actions;
}

/**
 * The person works on a task in its box: with the length of the box or a longer one, sometimes with a pause. Most
 * sessions end because the task is completed, and some because the time is up or the person stops earlier.
 */
function sessionActions(
  { app }: Pick<Opened, 'app'>,
  { owner, zone, end, times: random }: Person,
  date: string,
  { task, start, by, minutes }: PlannedBox,
  box: string,
): readonly PersonAction[] {
  const { outcome } = task.promise;
  if (outcome.is !== 'kept') return [];
  const ago = daysBetween(date, localDate(end, zone));
  const share = ago < LATELY ? FOCUSED.lately : outcome.begun ? FOCUSED.begun : FOCUSED.other;
  if (!random.chance(share) && ago > 0) return [];
  const caller = () => userCaller(owner, app.newId());
  const session = app.newId();
  const when = (minute: number, run: () => Promise<unknown>): PersonAction => ({ at: instantAt(date, minute, zone), run });
  const begun = start + random.between(0, 6);
  const length = random.chance(0.5) ? minutes : minutes + 2 * STEP;
  const middle = Math.floor((begun + by) / 2);
  const change = (minute: number, type: 'Pause' | 'Resume') => when(minute, () => changeFocus(app, caller(), session, type));
  const pauses = random.chance(0.1) ? [change(middle, 'Pause'), change(middle + random.between(3, 9), 'Resume')] : [];
  const stops = random.chance(0.1) ? [when(by - random.between(3, 8), () => stopFocus(app, caller(), session, {}))] : [];
  return [when(begun, () => startFocus(app, caller(), { box_id: box, minutes: length }, session)), ...pauses, ...stops];
}

/**
 * Leaves time boxes on the day on which the year ends: one that has begun, and others in the hours after it. `first`:
 * the tasks that are planned first; then come the others that are open today.
 */
export async function leavePlan({ app }: Opened, { owner, zone, end }: Person, first: readonly string[]): Promise<void> {
  const date = localDate(end, zone);
  const open = (await tasksBetween(app.views, owner, date, date)).filter(({ doc }) => doc.status === 'pending' && !doc.deleted);
  const tasks = [...new Set([...first, ...open.map(({ id }) => id)])];
  const wanted = LEFT - (await countTimeBoxes(app.views, owner, date));
  const now = stepped(minuteOf(localTime(end, zone)));
  for (const [index, task_id] of tasks.slice(0, wanted).entries()) {
    const start = now + index * 60;
    const minutes = index === 0 ? 30 : 45;
    if (start + minutes > MIDNIGHT) break;
    await planTimeBox(app, userCaller(owner, app.newId()), { task_id, date, time: timeOf(start), minutes });
  }
  await app.waitForReadModels(await app.store.head());
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
