import { describe, expect, test } from 'vitest';
import { type Sealed, SYSTEM } from '../../../src/domain/kernel/event.ts';
import type { Occur, TaskCommand, Writable } from '../../../src/domain/task/commands.ts';
import { changeOf, counts } from '../../support/task-events.ts';
import { type at, dayCountersOf, nobody } from '../../support/task-story.ts';
import { dueOf, FAR, FAR_IN_LA, HOUR_LATER, inLa, inTokyo, NEAR, NEAR_IN_LA, NOW, nearRezoned, promised } from './zone-story.ts';

describe('an undo', () => {
  test.each<[string, Partial<Writable>, (now: ReturnType<typeof at>) => TaskCommand, readonly unknown[]]>([
    ['of a completion', NEAR, (now) => now.complete(), NEAR_IN_LA],
    ['of a skip', NEAR, (now) => now.skip(), NEAR_IN_LA],
    ['of a deletion', NEAR, (now) => now.remove(), NEAR_IN_LA],
    ['of a move to a later date', NEAR, (now) => now.edit({ due_date: '2026-12-02' }), NEAR_IN_LA],
    ['of a move to an earlier date', FAR, (now) => now.edit({ due_date: '2026-11-26' }), FAR_IN_LA],
    ['of taking away a near date', NEAR, (now) => now.edit({ due_date: null }), NEAR_IN_LA],
    ['of taking away a far date', FAR, (now) => now.edit({ due_date: null }), FAR_IN_LA],
  ])('%s that was made before the move gives the due date that the task would have there', (_what, due, command, wanted) => {
    const story = promised(due, command(inTokyo()), inLa().rezone()).when(inLa(HOUR_LATER).undo());
    expect(dueOf(story)).toEqual(wanted);
    expect(dayCountersOf(story)).toEqual({ [`${wanted[0]} open`]: 1 });
    story.when(inLa(HOUR_LATER).undo()).gives();
  });

  test('after the deadline of a near task keeps its miss on the date in the present zone', () => {
    const story = promised(NEAR, inTokyo().complete(), inLa().rezone()).when(inLa('2026-11-28T00:00:00Z').undo());
    expect(story.state.fields.status).toBe('missed');
    expect(dayCountersOf(story)).toEqual({ '2026-11-26 missed': 1 });
  });

  test('is refused when the deadline from before the change has passed in the present zone, and only then', () => {
    const story = promised(FAR, inTokyo().edit({ due_date: '2026-12-24' }), inLa().rezone());
    expect(dueOf(story.when(inLa('2026-12-02T17:00:00Z').undo()))).toEqual(FAR_IN_LA);
    story.refuses(inLa('2026-12-02T17:00:00.001Z').undo(), 'deadline_passed');
  });

  test('of an edit of something else leaves the due date alone', () => {
    const story = promised(NEAR, inTokyo().edit({ priority: 'high' }), inLa().rezone()).when(inLa().undo());
    expect(dueOf(story)).toEqual(NEAR_IN_LA);
    expect(story.state.fields.priority).toBe('none');
  });
});

describe('an occurrence of a routine', () => {
  const ROUTINE = { due_time: '09:00', priority: 'none', verification_type: 'none', estimate_minutes: null } as const;
  const occur = (sent: TaskCommand, more: Partial<Occur> = {}): TaskCommand =>
    ({
      ...sent,
      type: 'Occur',
      id: 't1',
      routine_id: 'r1',
      date: '2026-11-27',
      part_of: null,
      fields: ROUTINE,
      texts: { title: 'v1.r.title' as Sealed<never>, description: null, tags: null },
      vacation: null,
      ...more,
    }) as TaskCommand;
  const made = () => nobody().when(occur(inTokyo().advance()));
  const occurrence = { routine_id: 'r1', date: '2026-11-27' };
  const moved = () => made().when(inLa().rezone()).gives(nearRezoned({ occurrence }));

  test('keeps its own date, and is not made a second time', () => {
    const story = moved();
    expect(story.state.fields).toMatchObject({ occurrence_date: '2026-11-27', due_date: '2026-11-26' });
    story.when(occur(inLa().advance())).gives();
  });

  test('keeps its instant when something else of its routine changes, and gets a new time on its own date', () => {
    const titled = moved().when(occur(inLa().advance(), { part_of: 'e1', fields: { ...ROUTINE, priority: 'high' } }));
    expect(dueOf(titled)).toEqual(NEAR_IN_LA);
    const later = titled.when(occur(inLa().advance(), { part_of: 'e2', fields: { ...ROUTINE, due_time: '10:00' } }));
    expect(dueOf(later)).toEqual(['2026-11-27', '10:00', '2026-11-27T18:00:00.000Z']);
  });

  test('is withdrawn like one that nobody moved, and comes back as it is in the present zone', () => {
    const withdraw = (sent: TaskCommand): TaskCommand => ({ ...sent, type: 'Withdraw', part_of: 'e1', moved: false }) as TaskCommand;
    moved()
      .when(withdraw(inLa().advance()))
      .gives(
        changeOf(
          'TaskWithdrawn',
          { deleted: [false, true], withdrawn: [false, true] },
          { at: NOW, by: SYSTEM, part_of: 'e1', occurrence, tally: counts('2026-11-26', { open: -1 }) },
        ),
      );
    const back = made()
      .when(withdraw(inTokyo().advance()))
      .when(occur(inLa().advance(), { part_of: 'e2' }));
    expect(dueOf(back)).toEqual(NEAR_IN_LA);
    expect(dayCountersOf(back)).toEqual({ '2026-11-26 open': 1 });
  });

  test('gets its date back when the owner’s move is undone, with the time that the routine has set since', () => {
    const story = made()
      .when(inTokyo().edit({ due_date: '2026-11-30' }))
      .when(occur(inTokyo().advance(), { part_of: 'e1', fields: { ...ROUTINE, due_time: '10:00' } }));
    expect(dueOf(story)).toEqual(['2026-11-30', '10:00', '2026-11-30T01:00:00.000Z']);
    expect(dueOf(story.when(inTokyo().undo()))).toEqual(['2026-11-27', '10:00', '2026-11-27T01:00:00.000Z']);
    const inTheWest = story.when(inLa().rezone()).when(inLa().undo());
    expect(dueOf(inTheWest)).toEqual(['2026-11-26', '10:00', '2026-11-26T18:00:00.000Z']);
  });
});
