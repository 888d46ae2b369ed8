import { expect, test } from 'vitest';
import { changeOf, completedAt, counts, missed, promisedAt, raised, resolved } from '../../support/task-events.ts';
import { at, dayCountersOf, nobody, openAlerts, raisedAlerts, storyOf } from '../../support/task-story.ts';

const MORNING = '2026-11-20T08:00:00Z';
/** Due 18:00 in Berlin on the 20th. */
const due = { due_date: '2026-11-20', due_time: '18:00' };
const DUE = '2026-11-20T17:00:00.000Z';
const EIGHT = '2026-11-20T08:00:00.000Z';
const DAY = '2026-11-20';
const promised = at(MORNING).promise(due);
/** A completion in the morning, when the task was just made. */
const completedInTheMorning = completedAt(
  EIGHT,
  { date: DAY, hour: 9 },
  {},
  { tally: counts(DAY, { open: -1, kept: 1, 'hour 9': 1, 'delay -540': 1 }) },
);

test('a new task has every field, seals its texts and counts as open on its date', () => {
  const story = storyOf(at(MORNING).promise(due, { description: '', tags: ['a'] })).gives(
    promisedAt(EIGHT, { ...due, due_at: DUE }, { own_texts: ['title', 'tags'], private: { title: 'Write it down', tags: ['a'] } }),
  );
  expect(story.state.fields).toMatchObject({
    status: 'pending',
    due_at: DUE,
    due_zone: 'Europe/Berlin',
    verification_state: 'not_required',
  });
  expect(story.state.texts).toMatchObject({
    title: expect.stringContaining('Write it down'),
    tags: expect.stringContaining('"a"'),
    description: null,
  });
  expect(dayCountersOf(story)).toEqual({ '2026-11-20 open': 1 });
  expect(Object.keys(story.fresh[0]?.data as object)).toEqual([
    'set',
    'was',
    'own_texts',
    'texts',
    'was_texts',
    'tally',
    'part_of',
    'children',
  ]);
});

test('a task that is created twice with one id exists once', () => {
  storyOf(promised, promised).gives();
});

test('a due instant in the past is refused on the field that sets it', () => {
  expect(nobody().refuses(at(MORNING).promise({ due_date: '2026-11-19' }), 'validation_failed').fields).toHaveProperty('due_date');
  expect(nobody().refuses(at(MORNING).promise({ due_date: '2026-11-19', due_time: '23:00' }), 'validation_failed').fields).toHaveProperty(
    'due_date',
  );
  expect(nobody().refuses(at(MORNING).promise({ due_date: '2026-11-20', due_time: '08:59' }), 'validation_failed').fields).toHaveProperty(
    'due_time',
  );
  expect(nobody().refuses(at(MORNING).promise({ due_time: '08:59' }), 'validation_failed').fields).toHaveProperty('due_time');
});

test('the present instant is still in time', () => {
  nobody()
    .when(at(MORNING).promise({ due_date: DAY, due_time: '09:00' }))
    .gives(promisedAt(EIGHT, { due_date: DAY, due_time: '09:00', due_at: EIGHT }));
});

test('a task of somebody else, an unknown one and a deleted one are not found', () => {
  storyOf(promised).refuses({ ...at(MORNING).complete(), owner: 'u2' }, 'not_found');
  storyOf(promised).refuses({ ...at(MORNING).undo(), owner: 'u2' }, 'not_found');
  nobody().refuses(at(MORNING).complete(), 'not_found');
  storyOf(promised, at(MORNING).remove()).refuses(at(MORNING).complete(), 'not_found');
});

test('a completion at the due instant is kept; a millisecond later it is late and the miss stays', () => {
  const kept = storyOf(promised, at(DUE).complete());
  expect(kept.state.fields).toMatchObject({
    status: 'completed',
    late: false,
    missed_at: null,
    completed_local: { date: '2026-11-20', hour: 18 },
  });
  expect(dayCountersOf(kept)).toEqual({ '2026-11-20 kept': 1, '2026-11-20 hour 18': 1, '2026-11-20 delay 0': 1 });
  const late = storyOf(promised, at('2026-11-20T17:00:00.001Z').complete());
  expect(late.state.fields).toMatchObject({ status: 'completed', late: true, missed_at: DUE });
  expect(dayCountersOf(late)).toEqual({ '2026-11-20 missed': 1, '2026-11-20 late': 1, '2026-11-20 hour 18': 1, '2026-11-20 delay 0': 1 });
});

test('a late completion resolves the alert about the miss; reopening makes the task missed again, with a new alert', () => {
  const late = storyOf(promised, at('2026-11-20T18:30:00Z').complete());
  const [done, local] = ['2026-11-20T18:30:00.000Z', { date: DAY, hour: 19 }];
  late.gives(
    raised('due_2h', DUE, '2026-11-20T15:00:00.000Z'),
    missed(DAY, DUE),
    resolved('due_2h', DUE, 'missed', DUE),
    raised('missed', DUE, DUE),
    changeOf(
      'TaskCompleted',
      {
        status: ['missed', 'completed'],
        late: [false, true],
        completed_at: [null, done],
        completed_local: [null, local],
        closed_at: [DUE, done],
      },
      { at: done, tally: counts(DAY, { late: 1, 'hour 19': 1, 'delay 90': 1 }) },
    ),
    resolved('missed', DUE, 'completed', done),
  );
  expect(openAlerts(late)).toEqual([]);
  const seven = '2026-11-20T19:00:00.000Z';
  const again = late.when(at(seven).reopen()).gives(
    changeOf(
      'TaskReopened',
      {
        status: ['completed', 'pending'],
        late: [true, false],
        completed_at: [done, null],
        completed_local: [local, null],
        closed_at: [done, null],
        missed_at: [DUE, null],
      },
      { at: seven, tally: counts(DAY, { missed: -1, late: -1, 'hour 19': -1, 'delay 90': -1, open: 1 }) },
    ),
    missed(DAY, DUE, seven),
    raised('missed', DUE, seven, { times: 1 }),
  );
  expect(again.state.fields).toMatchObject({ status: 'missed', late: false, completed_at: null, missed_at: DUE });
  expect(openAlerts(again)).toEqual(['missed']);
  expect(new Set(raisedAlerts(again)).size).toBe(3);
  expect(dayCountersOf(again)).toEqual({ '2026-11-20 missed': 1 });
});

test('reopening before the due instant gives pending; after it the task is missed at the due instant', () => {
  const done = storyOf(promised, at('2026-11-20T09:00:00Z').complete());
  const nine = '2026-11-20T09:00:00.000Z';
  const reopened = (now: string) =>
    changeOf(
      'TaskReopened',
      {
        status: ['completed', 'pending'],
        completed_at: [nine, null],
        completed_local: [{ date: DAY, hour: 10 }, null],
        closed_at: [nine, null],
      },
      { at: now, tally: counts(DAY, { kept: -1, 'hour 10': -1, 'delay -480': -1, open: 1 }) },
    );
  const [inTime, nextDay] = ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'];
  done.when(at(inTime).reopen()).gives(reopened(inTime));
  const late = done.when(at(nextDay).reopen()).gives(reopened(nextDay), missed(DAY, DUE, nextDay), raised('missed', DUE, nextDay));
  expect(late.state.fields).toMatchObject({ status: 'missed', missed_at: DUE, closed_at: nextDay });
});

test('completed: false alone changes nothing of a task that is not completed', () => {
  storyOf(promised, at(MORNING).start()).when(at(MORNING).uncomplete()).gives();
  storyOf(promised, at('2026-11-21T10:00:00Z').advance()).when(at('2026-11-21T10:00:00Z').uncomplete()).gives();
  expect(storyOf(promised, at(MORNING).complete(), at(MORNING).uncomplete()).state.fields.status).toBe('pending');
});

test('setting the status that the task has records nothing', () => {
  storyOf(promised, at(MORNING).reopen()).gives();
  storyOf(promised, at(MORNING).start(), at(MORNING).start()).gives();
  storyOf(promised, at(MORNING).complete(), at(MORNING).complete()).gives();
  storyOf(promised, at(MORNING).skip(), at('2026-11-25T10:00:00Z').skip('again')).gives();
});

test('a missed task can be neither in progress nor pending nor skipped', () => {
  const missed = storyOf(promised, at('2026-11-21T10:00:00Z').advance());
  for (const command of [at('2026-11-21T10:00:00Z').start(), at('2026-11-21T10:00:00Z').reopen(), at('2026-11-21T10:00:00Z').skip()])
    missed.refuses(command, 'deadline_passed');
});

test('a command sees the miss even if no job has recorded it', () => {
  storyOf(promised).refuses(at('2026-11-20T17:00:00.001Z').start(), 'deadline_passed');
  storyOf(promised).refuses(at('2026-11-20T17:00:00.001Z').skip(), 'deadline_passed');
});

test('skipping needs a reason, counts as skipped, and is possible until the due instant, completed or not', () => {
  storyOf(promised).refuses(at(MORNING).skip(null), 'validation_failed');
  const skipped = storyOf(promised, at(MORNING).complete(), at(DUE).skip()).gives(
    changeOf(
      'TaskSkipped',
      {
        status: ['completed', 'skipped'],
        completed_at: [EIGHT, null],
        completed_local: [{ date: DAY, hour: 9 }, null],
        closed_at: [EIGHT, DUE],
      },
      {
        at: DUE,
        own_texts: ['skip_reason'],
        private: { skip_reason: 'ill' },
        was_texts: { skip_reason: null },
        tally: counts(DAY, { kept: -1, 'hour 9': -1, 'delay -540': -1, skipped: 1 }),
      },
    ),
  );
  expect(skipped.state.fields).toMatchObject({ status: 'skipped', completed_at: null, completed_local: null });
  expect(dayCountersOf(skipped)).toEqual({ '2026-11-20 skipped': 1 });
  storyOf(promised, at(MORNING).complete()).refuses(at('2026-11-20T17:00:00.001Z').skip(), 'deadline_passed');
  expect(storyOf(at(MORNING).promise(), at('2027-01-01T00:00:00Z').skip()).state.fields.status).toBe('skipped');
});

test('a skipped task that is completed in time counts as if it was never skipped', () => {
  const story = storyOf(promised, at(MORNING).skip(), at('2026-11-20T12:00:00Z').complete());
  expect(story.state.fields).toMatchObject({ status: 'completed', late: false, counts_as_skipped: false });
  expect(story.state.texts.skip_reason).toBeNull();
  expect(dayCountersOf(story)).toMatchObject({ '2026-11-20 kept': 1 });
  expect(dayCountersOf(story)).not.toHaveProperty(['2026-11-20 skipped']);
});

test('a skipped task that is completed after its due instant is late and still counts as skipped', () => {
  const story = storyOf(promised, at(MORNING).skip(), at('2026-11-20T19:00:00Z').complete());
  expect(story.state.fields).toMatchObject({ status: 'completed', late: true, counts_as_skipped: true, missed_at: null });
  expect(dayCountersOf(story)).toEqual({ '2026-11-20 skipped': 1, '2026-11-20 hour 20': 1, '2026-11-20 delay 120': 1 });
});

test('a skipped task that is reopened after its due instant is missed', () => {
  const story = storyOf(promised, at(MORNING).skip(), at('2026-11-21T08:00:00Z').reopen());
  expect(story.state.fields).toMatchObject({ status: 'missed', missed_at: DUE });
  expect(story.state.texts.skip_reason).toBeNull();
  expect(dayCountersOf(story)).toEqual({ '2026-11-20 missed': 1 });
});

test('a task without a due date is never missed, and counts only on the day of its completion', () => {
  const story = storyOf(at(MORNING).promise(), at('2028-01-01T08:00:00Z').advance()).gives();
  expect(dayCountersOf(story.when(at('2028-01-01T08:00:00Z').complete()))).toEqual({ '2028-01-01 hour 9': 1 });
});

test('the date of the completion is in the zone of that moment, the due instant in the zone of the creation', () => {
  const story = storyOf(at('2026-11-20T18:00:00Z').promise({ due_date: '2026-11-20', due_time: '23:59' }));
  const moved = story.when(at('2026-11-20T20:30:00Z', 'America/Los_Angeles').complete());
  expect(moved.state.fields).toMatchObject({
    due_at: '2026-11-20T22:59:00.000Z',
    late: false,
    completed_local: { date: '2026-11-20', hour: 12 },
  });
  const late = story.when(at('2026-11-20T23:00:00Z', 'America/Los_Angeles').advance());
  expect(late.state.fields).toMatchObject({ status: 'missed', missed_at: '2026-11-20T22:59:00.000Z', due_date: '2026-11-20' });
});

test.each([
  ['Berlin, spring', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29', '2026-03-29T01:00:00.000Z'],
  ['Berlin, autumn', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25', '2026-10-25T00:30:00.000Z'],
  ['Auckland, spring', 'Pacific/Auckland', '2026-09-26T00:00:00Z', '2026-09-27', '2026-09-26T14:00:00.000Z'],
])(
  'a task due at 02:30 in the night of %s is kept at the last instant and missed one millisecond later',
  (_night, zone, now, date, instant) => {
    const story = storyOf(at(now, zone).promise({ due_date: date, due_time: '02:30' }));
    expect(story.when(at(instant, zone).complete()).state.fields).toMatchObject({ late: false, due_at: instant });
    const after = new Date(Date.parse(instant) + 1).toISOString();
    expect(story.when(at(after, zone).advance()).state.fields).toMatchObject({ status: 'missed', missed_at: instant });
  },
);

test('an outdated if_match is refused, also when only elapsed time has changed the task', () => {
  const story = storyOf(promised);
  story.refuses({ ...at(MORNING).complete(), if_match: 7 }, 'precondition_failed');
  story.when({ ...at(MORNING).complete(), if_match: 0 }).gives(completedInTheMorning);
  const four = '2026-11-20T16:00:00.000Z';
  story
    .when({ ...at(four).complete(), if_match: 0 })
    .gives(
      raised('due_2h', DUE, '2026-11-20T15:00:00.000Z'),
      completedAt(four, { date: DAY, hour: 17 }, {}, { tally: counts(DAY, { open: -1, kept: 1, 'hour 17': 1, 'delay -60': 1 }) }),
      resolved('due_2h', DUE, 'completed', four),
    );
  story.refuses({ ...at('2026-11-20T18:00:00Z').complete(), if_match: 0 }, 'precondition_failed');
});

test('completing a parent completes its open children, unless one needs proof', () => {
  const story = storyOf(promised);
  story.refuses(
    at(MORNING).complete([
      { id: 'c1', needs_proof: false },
      { id: 'c2', needs_proof: true },
    ]),
    'children_open',
  );
  const done = story.when(at(MORNING).complete([{ id: 'c1', needs_proof: false }]));
  expect(done.fresh[0]?.data).toMatchObject({ children: ['c1'] });
});

test('a command that waited for a later one is recorded after it', () => {
  const story = storyOf(promised, at('2026-11-20T08:00:00.005Z').start(), at('2026-11-20T08:00:00.003Z').complete());
  expect(story.state.fields.completed_at).toBe('2026-11-20T08:00:00.005Z');
  expect(story.fresh[0]?.metadata.at).toBe('2026-11-20T08:00:00.005Z');
});
