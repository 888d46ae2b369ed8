import { describe, expect, test } from 'vitest';
import { SYSTEM } from '../../../src/domain/kernel/event.ts';
import type { TaskCommand, Writable } from '../../../src/domain/task/commands.ts';
import { changeOf, counts, raised, resolved } from '../../support/task-events.ts';
import { at, BY_PARTNER, changes, dayCountersOf, openAlerts, storyOf, type TaskStory } from '../../support/task-story.ts';
import {
  BACK,
  BEFORE,
  BERLIN,
  dueOf,
  FAR,
  FAR_IN_LA,
  FAR_REZONED,
  HOUR_LATER,
  inLa,
  inTokyo,
  LA,
  NEAR,
  NEAR_IN_LA,
  NOW,
  nearRezoned,
  promised,
  TOKYO,
} from './zone-story.ts';

describe('after a move of zone', () => {
  test('a task due soon keeps its instant, and counts on the date of this instant in the new zone', () => {
    const story = promised(NEAR).when(inLa().rezone()).gives(nearRezoned());
    expect(dueOf(story)).toEqual(NEAR_IN_LA);
    expect(dayCountersOf(story)).toEqual({ '2026-11-26 open': 1 });
  });

  test('a task due later keeps its date and time, gets another instant, and does not count as postponed', () => {
    const story = promised(FAR)
      .when(inLa().rezone())
      .gives(changeOf('TaskRezoned', FAR_REZONED, { at: NOW, by: SYSTEM }));
    expect(dueOf(story)).toEqual(FAR_IN_LA);
    expect(dayCountersOf(story)).toEqual({ '2026-12-02 open': 1 });
    expect(story.state.fields.postponed).toBe(0);
  });

  test.each<[string, Partial<Writable>, readonly TaskCommand[]]>([
    ['was due before', { due_date: '2026-11-24', due_time: '23:00' }, []],
    ['has no due date', {}, []],
    ['is due at the same date, time and instant', NEAR, [at(NOW, TOKYO, [{ at: BEFORE, to: 'Asia/Seoul' }]).rezone()]],
  ])('a task that %s gets no event', (what, due, before) => {
    const moved = what.startsWith('is') ? at(NOW, 'Asia/Seoul', [{ at: NOW, to: 'Asia/Seoul' }]).rezone() : inLa().rezone();
    promised(due, ...before)
      .when(moved)
      .gives();
  });

  test.each<[string, readonly TaskCommand[], Readonly<Record<string, number>>]>([
    ['completed', [inTokyo().complete()], { 'hour 20': 1, 'delay -3660': 1, kept: 1 }],
    ['skipped', [inTokyo().skip()], { skipped: 1 }],
    ['begun', [inTokyo().start()], { open: 1 }],
    ['completed and archived', [inTokyo().complete(), inTokyo().archive()], { 'hour 20': 1, 'delay -3660': 1, kept: 1 }],
    ['completed and deleted', [inTokyo().complete(), inTokyo().remove()], { 'hour 20': 1, 'delay -3660': 1, kept: 1 }],
  ])('a task that is due soon and %s moves with all that it counts', (_what, then, counts) => {
    const story = promised(NEAR, ...then).when(inLa().rezone());
    expect(story.fresh.map(({ type }) => type)).toContain('TaskRezoned');
    expect(dueOf(story)).toEqual(NEAR_IN_LA);
    // The hour of a completion stays on the day on which it happened.
    const moved = Object.entries(counts).map(([name, one]) => [`${name.startsWith('hour') ? '2026-11-24' : '2026-11-26'} ${name}`, one]);
    expect(dayCountersOf(story)).toEqual(Object.fromEntries(moved));
  });

  test('a postponed task counts as postponed once, on its new date', () => {
    const story = promised({ ...NEAR, due_time: '08:00' }, inTokyo().edit(NEAR)).when(inLa().rezone());
    expect(dayCountersOf(story)).toEqual({ '2026-11-26 open': 1, '2026-11-26 postponed': 1 });
    expect(story.state.fields.postponed).toBe(1);
  });

  test('the change happens once, and is the same if the job runs after the deadline', () => {
    const inTime = promised(NEAR).when(inLa().rezone());
    inTime.when(inLa().rezone()).gives();
    inTime.when(inLa(HOUR_LATER).advance()).gives();
    const week = '2026-12-01T00:00:00Z';
    const late = promised(NEAR).when(inLa(week).advance());
    expect(essence(late)).toEqual(essence(inTime.when(inLa(week).advance())));
    expect(dayCountersOf(late)).toEqual({ '2026-11-26 missed': 1 });
  });

  test('the owner’s next command finds the task in the new zone, even if no job has run', () => {
    const story = promised(NEAR)
      .when(inLa(HOUR_LATER).edit({ due_time: '17:00' }))
      .gives(
        nearRezoned(),
        changeOf(
          'TaskEdited',
          {
            due_time: ['16:00', '17:00'],
            due_at: ['2026-11-27T00:00:00.000Z', '2026-11-27T01:00:00.000Z'],
            due_set_at: [BEFORE, HOUR_LATER],
            due_chosen: [{ date: '2026-11-27', time: '09:00' }, null],
            postponed: [0, 1],
          },
          { at: HOUR_LATER, tally: counts('2026-11-26', { postponed: 1 }) },
        ),
      );
    expect(dueOf(story)).toEqual(['2026-11-26', '17:00', '2026-11-27T01:00:00.000Z']);
    expect(dueOf(promised({}, inLa(HOUR_LATER).edit(NEAR)))).toEqual(['2026-11-27', '09:00', '2026-11-27T17:00:00.000Z']);
    const stale = { ...inLa(HOUR_LATER).edit({ priority: 'high' }), if_match: 0 } as TaskCommand;
    promised(NEAR).refuses(stale, 'precondition_failed');
  });

  test('a time that is rounded down stays exact when the same time is sent again', () => {
    const story = promised({ due_date: '2026-11-26' }).when(inLa().rezone());
    expect(dueOf(story)).toEqual(['2026-11-26', '06:59', '2026-11-26T14:59:59.999Z']);
    story.when(inLa().edit({ due_date: '2026-11-26', due_time: '06:59' })).gives();
  });
});

describe('after two moves, there and back within an hour', () => {
  test.each<[string, string, Partial<Writable>, unknown]>([
    ['near, from Tokyo', TOKYO, NEAR, ['2026-11-27', '09:00', '2026-11-27T00:00:00.000Z']],
    ['near, without a time', TOKYO, { due_date: '2026-11-26' }, ['2026-11-26', null, '2026-11-26T14:59:59.999Z']],
    ['in 49 h, from Tokyo', TOKYO, { due_date: '2026-11-27', due_time: '11:00' }, ['2026-11-27', '11:00', '2026-11-27T02:00:00.000Z']],
    ['far', TOKYO, FAR, ['2026-12-02', '09:00', '2026-12-02T00:00:00.000Z']],
  ])('a due date that is %s is as it was', (_what, from, due, wanted) => {
    const story = storyOf(at(BEFORE, from).promise(due));
    const back = story.when(inLa().rezone()).when(at(HOUR_LATER, TOKYO, BACK).rezone());
    expect(dueOf(back)).toEqual(wanted);
    expect(back.state.fields.due_chosen).toBeNull();
    expect(dayCountersOf(back)).toEqual(dayCountersOf(story));
  });

  test('a task that is due soon because of the move to the east keeps its new instant', () => {
    const moves = [
      { at: NOW, to: TOKYO },
      { at: HOUR_LATER, to: LA },
    ];
    const story = storyOf(at(BEFORE, LA).promise({ due_date: '2026-11-26', due_time: '18:00' }));
    const back = story.when(at(HOUR_LATER, LA, moves).rezone()).gives(
      changeOf(
        'TaskRezoned',
        { due_at: ['2026-11-27T02:00:00.000Z', '2026-11-26T09:00:00.000Z'], due_zone: [LA, TOKYO], due_move: [null, 2] },
        { at: NOW, by: SYSTEM },
      ),
      changeOf(
        'TaskRezoned',
        {
          due_time: ['18:00', '01:00'],
          due_zone: [TOKYO, LA],
          due_move: [2, 3],
          due_chosen: [null, { date: '2026-11-26', time: '18:00' }],
        },
        { at: HOUR_LATER, by: SYSTEM },
      ),
    );
    expect(dueOf(back)).toEqual(['2026-11-26', '01:00', '2026-11-26T09:00:00.000Z']);
  });

  test('two moves at one instant are followed one after the other', () => {
    const moves = [
      { at: NOW, to: LA },
      { at: NOW, to: BERLIN },
    ];
    const story = promised(NEAR)
      .when(inLa().rezone())
      .when(at(NOW, BERLIN, moves).rezone())
      .gives(
        changeOf(
          'TaskRezoned',
          { due_date: ['2026-11-26', '2026-11-27'], due_time: ['16:00', '01:00'], due_zone: [LA, BERLIN], due_move: [2, 3] },
          { at: NOW, by: SYSTEM, tally: [...counts('2026-11-26', { open: -1 }), ...counts('2026-11-27', { open: 1 })] },
        ),
      );
    expect(dueOf(story)).toEqual(['2026-11-27', '01:00', '2026-11-27T00:00:00.000Z']);
  });
});

describe('alerts', () => {
  test('about a near deadline stay open, and the next alert is raised at its instant', () => {
    const soon = { due_date: '2026-11-25', due_time: '21:00' };
    const story = promised(soon, inTokyo('2026-11-24T12:00:00Z').advance());
    expect(openAlerts(story)).toEqual(['due_24h']);
    const moved = story.when(inLa().rezone()).gives(
      changeOf(
        'TaskRezoned',
        {
          due_time: ['21:00', '04:00'],
          due_zone: [TOKYO, LA],
          due_move: [null, 2],
          due_chosen: [null, { date: '2026-11-25', time: '21:00' }],
        },
        { at: NOW, by: SYSTEM },
      ),
    );
    expect(openAlerts(moved)).toEqual(['due_24h']);
    const next = moved.when(inLa('2026-11-25T10:00:00Z').advance());
    expect(next.fresh.map(({ type, metadata }) => [type, metadata.at])).toEqual([
      ['AlertResolved', '2026-11-25T10:00:00.000Z'],
      ['AlertRaised', '2026-11-25T10:00:00.000Z'],
    ]);
  });

  test('about a far deadline come before its new instant', () => {
    const story = promised(FAR, inLa().rezone());
    story.when(inLa('2026-12-01T16:59:59.999Z').advance()).gives();
    const dayBefore = '2026-12-01T17:00:00.000Z';
    story.when(inLa(dayBefore).advance()).gives(raised('due_24h', '2026-12-02T17:00:00.000Z', dayBefore, { zone: LA }));
  });

  test('are raised at once if a far deadline is now within a day', () => {
    const [kiritimati, pago] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    const story = storyOf(at('2026-11-20T00:00:00Z', pago).promise({ due_date: '2026-11-26', due_time: '14:30' }));
    const moved = story.when(at(NOW, kiritimati, [{ at: NOW, to: kiritimati }]).advance());
    expect(moved.state.fields.due_at).toBe('2026-11-26T00:30:00.000Z');
    expect(openAlerts(moved)).toEqual(['due_24h']);
  });
});

describe('proof', () => {
  const proven = { verification_type: 'general' } as const;
  const proofDue = ({ state }: TaskStory) => state.fields.proof_due_at;

  test('keeps its deadline for a task due soon, and its distance from the due instant for a task due later', () => {
    expect(proofDue(promised({ ...NEAR, ...proven }, inTokyo().complete(), inLa().rezone()))).toBe('2026-11-28T00:00:00.000Z');
    expect(proofDue(promised({ ...FAR, ...proven }, inTokyo().complete(), inLa().rezone()))).toBe('2026-12-03T17:00:00.000Z');
  });

  test('that was rejected raises its alert again with the new proof deadline', () => {
    const given = [inTokyo().complete(), inTokyo().prove({ judges: BY_PARTNER }), inTokyo().review('rejected')];
    const story = promised({ ...FAR, ...proven }, ...given);
    expect(openAlerts(story)).toEqual(['proof_rejected']);
    const [before, after] = ['2026-12-03T00:00:00.000Z', '2026-12-03T17:00:00.000Z'];
    const moved = story
      .when(inLa().rezone())
      .gives(
        changeOf(
          'TaskRezoned',
          { ...FAR_REZONED, proof_due_at: [before, after] },
          { at: NOW, by: SYSTEM, tally: counts('2026-12-02', { 'delay -10860': -1, 'delay -11880': 1 }) },
        ),
        resolved('proof_rejected', before, 'superseded', NOW),
        raised('proof_rejected', after, NOW, { zone: LA }),
      );
    expect(openAlerts(moved)).toEqual(['proof_rejected']);
    expect(Object.values(moved.state.alerts).at(-1)?.about).toBe('2026-12-03T17:00:00.000Z');
  });
});

function essence(story: TaskStory) {
  return changes(story).map(({ type, at: when, data }) => ({ type, when, set: data.set, was: data.was, tally: data.tally }));
}
