import { describe, expect, test } from 'vitest';
import type { TaskCommand, Writable } from '../../../src/domain/task/commands.ts';
import { at, BY_PARTNER, changes, dayCountersOf, openAlerts, storyOf, type TaskStory } from '../../support/task-story.ts';
import {
  BACK,
  BEFORE,
  BERLIN,
  dueOf,
  FAR,
  FAR_IN_LA,
  HOUR_LATER,
  inLa,
  inTokyo,
  LA,
  NEAR,
  NEAR_IN_LA,
  NOW,
  promised,
  TOKYO,
} from './zone-story.ts';

describe('after a move of zone', () => {
  test('what is near keeps its instant, and counts on the date that this instant has there', () => {
    const story = promised(NEAR).when(inLa().rezone()).gives('TaskRezoned');
    expect(dueOf(story)).toEqual(NEAR_IN_LA);
    expect(dayCountersOf(story)).toEqual({ '2026-11-26 open': 1 });
    expect(story.fresh[0]).toMatchObject({
      metadata: { at: NOW, actor: { kind: 'system' } },
      data: { set: { due_date: '2026-11-26', due_time: '16:00', due_zone: LA }, was: { due_date: '2026-11-27', due_time: '09:00' } },
    });
  });

  test('what is far keeps its date and time, and is due at another instant; it is no move', () => {
    const story = promised(FAR).when(inLa().rezone()).gives('TaskRezoned');
    expect(dueOf(story)).toEqual(FAR_IN_LA);
    expect(dayCountersOf(story)).toEqual({ '2026-12-02 open': 1 });
    expect(story.state.fields.postponed).toBe(0);
  });

  test.each<[string, Partial<Writable>, readonly TaskCommand[]]>([
    ['was due before', { due_date: '2026-11-24', due_time: '23:00' }, []],
    ['has no due date', {}, []],
    ['is due at the same date, time and instant', NEAR, [at(NOW, TOKYO, [{ at: BEFORE, to: 'Asia/Seoul' }]).rezone()]],
  ])('what %s gets no event', (what, due, before) => {
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
  ])('what is near and %s moves with all that it counts', (_what, then, counts) => {
    const story = promised(NEAR, ...then).when(inLa().rezone());
    expect(story.fresh.map(({ type }) => type)).toContain('TaskRezoned');
    expect(dueOf(story)).toEqual(NEAR_IN_LA);
    // The hour of a completion stays on the day on which it happened.
    const moved = Object.entries(counts).map(([name, one]) => [`${name.startsWith('hour') ? '2026-11-24' : '2026-11-26'} ${name}`, one]);
    expect(dayCountersOf(story)).toEqual(Object.fromEntries(moved));
  });

  test('a task that was postponed counts as postponed on its new date, and no more often', () => {
    const story = promised({ ...NEAR, due_time: '08:00' }, inTokyo().edit(NEAR)).when(inLa().rezone());
    expect(dayCountersOf(story)).toEqual({ '2026-11-26 open': 1, '2026-11-26 postponed': 1 });
    expect(story.state.fields.postponed).toBe(1);
  });

  test('it happens once, and the same for a job that comes late, after the deadline', () => {
    const inTime = promised(NEAR).when(inLa().rezone());
    inTime.when(inLa().rezone()).gives();
    inTime.when(inLa(HOUR_LATER).advance()).gives();
    const week = '2026-12-01T00:00:00Z';
    const late = promised(NEAR).when(inLa(week).advance());
    expect(essence(late)).toEqual(essence(inTime.when(inLa(week).advance())));
    expect(dayCountersOf(late)).toEqual({ '2026-11-26 missed': 1 });
  });

  test('the next command of the owner finds the task in the new zone, whether or not a job was there', () => {
    const story = promised(NEAR)
      .when(inLa(HOUR_LATER).edit({ due_time: '17:00' }))
      .gives('TaskRezoned', 'TaskEdited');
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

describe('there and back within an hour', () => {
  test.each<[string, string, Partial<Writable>, unknown]>([
    ['near, from Tokyo', TOKYO, NEAR, ['2026-11-27', '09:00', '2026-11-27T00:00:00.000Z']],
    ['near, without a time', TOKYO, { due_date: '2026-11-26' }, ['2026-11-26', null, '2026-11-26T14:59:59.999Z']],
    ['in 49 h, from Tokyo', TOKYO, { due_date: '2026-11-27', due_time: '11:00' }, ['2026-11-27', '11:00', '2026-11-27T02:00:00.000Z']],
    ['far', TOKYO, FAR, ['2026-12-02', '09:00', '2026-12-02T00:00:00.000Z']],
  ])('what is %s is as it was', (_what, from, due, wanted) => {
    const story = storyOf(at(BEFORE, from).promise(due));
    const back = story.when(inLa().rezone()).when(at(HOUR_LATER, TOKYO, BACK).rezone());
    expect(dueOf(back)).toEqual(wanted);
    expect(back.state.fields.due_chosen).toBeNull();
    expect(dayCountersOf(back)).toEqual(dayCountersOf(story));
  });

  test('what comes near by the move to the east keeps the instant that it got', () => {
    const moves = [
      { at: NOW, to: TOKYO },
      { at: HOUR_LATER, to: LA },
    ];
    const story = storyOf(at(BEFORE, LA).promise({ due_date: '2026-11-26', due_time: '18:00' }));
    const back = story.when(at(HOUR_LATER, LA, moves).rezone()).gives('TaskRezoned', 'TaskRezoned');
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
      .gives('TaskRezoned');
    expect(dueOf(story)).toEqual(['2026-11-27', '01:00', '2026-11-27T00:00:00.000Z']);
  });
});

describe('alerts', () => {
  test('about a near deadline stay, and the next one comes at its instant', () => {
    const soon = { due_date: '2026-11-25', due_time: '21:00' };
    const story = promised(soon, inTokyo('2026-11-24T12:00:00Z').advance());
    expect(openAlerts(story)).toEqual(['due_24h']);
    const moved = story.when(inLa().rezone()).gives('TaskRezoned');
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
    story.when(inLa('2026-12-01T17:00:00Z').advance()).gives('AlertRaised');
  });

  test('are raised at once where a far deadline comes within a day', () => {
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

  test('of what is near is due when it was; of what is far as long after the new due instant as before', () => {
    expect(proofDue(promised({ ...NEAR, ...proven }, inTokyo().complete(), inLa().rezone()))).toBe('2026-11-28T00:00:00.000Z');
    expect(proofDue(promised({ ...FAR, ...proven }, inTokyo().complete(), inLa().rezone()))).toBe('2026-12-03T17:00:00.000Z');
  });

  test('that was rejected: the alert is raised again with the new proof deadline', () => {
    const given = [inTokyo().complete(), inTokyo().prove({ judges: BY_PARTNER }), inTokyo().review('rejected')];
    const story = promised({ ...FAR, ...proven }, ...given);
    expect(openAlerts(story)).toEqual(['proof_rejected']);
    const moved = story.when(inLa().rezone()).gives('TaskRezoned', 'AlertResolved', 'AlertRaised');
    expect(openAlerts(moved)).toEqual(['proof_rejected']);
    expect(Object.values(moved.state.alerts).at(-1)?.about).toBe('2026-12-03T17:00:00.000Z');
  });
});

function essence(story: TaskStory) {
  return changes(story).map(({ type, at: when, data }) => ({ type, when, set: data.set, was: data.was, tally: data.tally }));
}
