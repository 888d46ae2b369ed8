import { describe, expect, test } from 'vitest';
import type { Sealed } from '../../../src/domain/kernel/sealed.ts';
import type { Occur, TaskCommand, Writable } from '../../../src/domain/task/commands.ts';
import { at, BY_PARTNER, changes, dayCountersOf, nobody, openAlerts, storyOf, type TaskStory } from '../../support/task-story.ts';

const [TOKYO, LA, BERLIN] = ['Asia/Tokyo', 'America/Los_Angeles', 'Europe/Berlin'];

/** Tuesday 24 November, 20:00 in Tokyo. */
const BEFORE = '2026-11-24T11:00:00.000Z';
/** The move: Wednesday 25 November, 10:00 in Tokyo, and Tuesday, 17:00 in Los Angeles. */
const NOW = '2026-11-25T01:00:00.000Z';
const HOUR_LATER = '2026-11-25T02:00:00.000Z';

const TO_LA = [{ at: NOW, to: LA }];
const BACK = [...TO_LA, { at: HOUR_LATER, to: TOKYO }];
const inTokyo = (now = BEFORE) => at(now, TOKYO);
const inLa = (now = NOW) => at(now, LA, TO_LA);

/** Due in 47 h, in two days at 09:00. */
const NEAR = { due_date: '2026-11-27', due_time: '09:00' };
/** Due in a week. */
const FAR = { due_date: '2026-12-02', due_time: '09:00' };
const promised = (due: Partial<Writable>, ...then: readonly TaskCommand[]): TaskStory => storyOf(inTokyo().promise(due), ...then);
const dueOf = ({ state: { fields } }: TaskStory) => [fields.due_date, fields.due_time, fields.due_at];

const NEAR_IN_LA = ['2026-11-26', '16:00', '2026-11-27T00:00:00.000Z'];
const FAR_IN_LA = ['2026-12-02', '09:00', '2026-12-02T17:00:00.000Z'];

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
      texts: { title: 'v1.r.title' as Sealed, description: null, tags: null },
      vacation: null,
      ...more,
    }) as TaskCommand;
  const made = () => nobody().when(occur(inTokyo().advance()));
  const moved = () => made().when(inLa().rezone()).gives('TaskRezoned');

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
    moved().when(withdraw(inLa().advance())).gives('TaskWithdrawn');
    const back = made()
      .when(withdraw(inTokyo().advance()))
      .when(occur(inLa().advance(), { part_of: 'e2' }));
    expect(dueOf(back)).toEqual(NEAR_IN_LA);
    expect(dayCountersOf(back)).toEqual({ '2026-11-26 open': 1 });
  });

  test('whose date was moved by hand: an undo gives back the date with the time that the routine has set since, and their instant', () => {
    const story = made()
      .when(inTokyo().edit({ due_date: '2026-11-30' }))
      .when(occur(inTokyo().advance(), { part_of: 'e1', fields: { ...ROUTINE, due_time: '10:00' } }));
    expect(dueOf(story)).toEqual(['2026-11-30', '10:00', '2026-11-30T01:00:00.000Z']);
    expect(dueOf(story.when(inTokyo().undo()))).toEqual(['2026-11-27', '10:00', '2026-11-27T01:00:00.000Z']);
    const inTheWest = story.when(inLa().rezone()).when(inLa().undo());
    expect(dueOf(inTheWest)).toEqual(['2026-11-26', '10:00', '2026-11-26T18:00:00.000Z']);
  });
});

function essence(story: TaskStory) {
  return changes(story).map(({ type, at: when, data }) => ({ type, when, set: data.set, was: data.was, tally: data.tally }));
}
