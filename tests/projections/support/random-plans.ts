import { addDays, localDate } from '../../../src/domain/calendar/local.ts';
import type { World } from './world.ts';

/** An owner plans times for tasks, moves and removes them, and works in focus sessions. `taskOf` gives one of the owner's tasks. */
export function planActs(world: World, owner: string, pick: (below: number) => number, taskOf: () => string): readonly (() => unknown)[] {
  const open = { status: 'pending', archived: false } as const;
  let [boxes, sessions] = [0, 0];
  const soon = () => addDays(localDate(world.now, world.zone), pick(3));
  const time = () => `${String(pick(24)).padStart(2, '0')}:30`;
  const box = () => `box-${owner}-${pick(boxes)}`;
  const session = () => `focus-${owner}-${sessions}`;
  const plan = () => {
    const place = { date: soon(), time: time(), minutes: 5 + pick(90) };
    const written = world.box(owner, `box-${owner}-${boxes}`, { type: 'Plan', task_id: taskOf(), task: open, others: 0, ...place });
    boxes += written.length;
  };
  const start = () => {
    const named = pick(3) === 0 ? null : { id: taskOf(), ...open };
    const inBox = boxes > 0 && pick(2) === 0 ? { id: box(), minutes: 30, ends_at: '9999-12-31T00:00:00.000Z' } : null;
    const session_id = `focus-${owner}-${sessions + 1}`;
    const written = world.focus(owner, { type: 'Start', session_id, zone: world.zone, minutes: null, task: named, box: inBox });
    if (written.length > 0) sessions += 1;
  };
  const stop = (end: 'stopped' | 'completed') => world.focus(owner, { type: 'Stop', session_id: session(), end });
  return [
    plan,
    plan,
    () => world.box(owner, box(), { type: 'Move', others: 0, date: soon() }),
    () => world.box(owner, box(), { type: 'Move', others: 0, minutes: 5 + pick(90) }),
    () => world.box(owner, box(), { type: 'Remove' }),
    () => world.box(owner, box(), { type: 'TakeAway', because: 'e1' }),
    () => world.box(owner, box(), { type: 'BringBack', undoes: 'e1' }),
    () => world.box(owner, box(), { type: 'Rezone' }),
    start,
    start,
    () => world.focus(owner, { type: 'Pause', session_id: session() }),
    () => world.focus(owner, { type: 'Resume', session_id: session() }),
    () => stop('stopped'),
    () => stop('completed'),
    () => world.focus(owner, { type: 'FollowTask', task_id: taskOf(), end: 'completed' }),
    () => world.focus(owner, { type: 'Advance' }),
  ];
}
