import { addDays, localDate } from '../../../src/domain/calendar/local.ts';
import type { ChangeRoutine } from '../../../src/domain/routine/decide.ts';
import type { World } from './world.ts';

const RULES = ['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=MO,WE', 'FREQ=DAILY;INTERVAL=3;COUNT=4'] as const;

/** Actions on one owner's routine for a random world: most are those of a plan, some are not. */
export function routineActs(world: World, owner: string, pick: (below: number) => number): readonly (() => unknown)[] {
  const id = `r-${owner}`;
  let count = 0;
  const next = (): number => {
    count += 1;
    return count;
  };
  const sent = () => ({ owner, now: world.now, zone: world.zone });
  const part = () => `asked-${owner}-${next()}`;
  const date = () => addDays(localDate(world.now, world.zone), pick(5));
  const task = (on: string) => `${id}-${on}`;
  const change = (more: Partial<ChangeRoutine>) =>
    world.routine(owner, id, { type: 'Change', ...sent(), if_match: null, fields: {}, texts: {}, ...more });
  const occur = (on = date()) =>
    world.task(owner, task(on), {
      type: 'Occur',
      id: task(on),
      routine_id: id,
      date: on,
      part_of: part(),
      fields: { due_time: pick(2) === 0 ? '18:00' : null, priority: 'none', verification_type: 'none', estimate_minutes: null },
      texts: { title: 'v1.r.title' as never, description: null, tags: null },
      vacation: pick(6) === 0 ? { id: 'v', part_of: part() } : null,
    });
  const note = (of: string | null) =>
    world.routine(owner, id, { type: 'NoteApplied', owner, at: world.now, of, through: date(), current: pick(2) === 0 ? date() : null });

  world.routine(owner, id, { type: 'Start', ...sent(), fields: { rrule: RULES[pick(3)] ?? RULES[0] }, texts: { title: 'Stand up' } });
  note(`routine-${id}@0`);
  occur(localDate(world.now, world.zone));
  world.status(owner, task(localDate(world.now, world.zone)), 'completed');
  const taken = (vacation: string) =>
    world.vacation(owner, { type: 'Take', id: vacation, from: date(), to: addDays(date(), 5), ...sent() });
  taken(`v-${owner}`);
  return [
    () => occur(),
    () => occur(),
    () => world.status(owner, task(date()), 'completed'),
    () => world.status(owner, task(date()), 'skipped', 'ill'),
    () => world.task(owner, task(date()), { type: 'Undo' }),
    () => world.remove(owner, task(date())),
    () => world.task(owner, task(date()), { type: 'Withdraw', part_of: part(), moved: pick(2) === 0 }),
    () => world.task(owner, task(date()), { type: 'SkipForVacation', part_of: part(), vacation_id: 'v' }),
    () => world.task(owner, task(date()), { type: 'ReturnFromVacation', part_of: part(), vacation_id: 'v' }),
    () =>
      change({ fields: { rrule: RULES[pick(3)] ?? RULES[0], mode: pick(2) === 0 ? 'due' : 'completion' } }).map((event) => note(event.id)),
    () => change({ paused: pick(2) === 0, texts: { title: `Named anew ${count}` } }).map((event) => note(event.id)),
    () => pick(2) === 0 && note(null),
    () => taken(`v-${owner}-${next()}`),
    () => world.vacation(owner, { type: 'Cancel', id: `v-${owner}`, if_match: null, now: world.now }),
  ];
}
