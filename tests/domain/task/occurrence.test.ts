import { describe, expect, test } from 'vitest';
import { type Sealed, SYSTEM } from '../../../src/domain/kernel/event.ts';
import type { Occur, TaskCommand } from '../../../src/domain/task/commands.ts';
import { changeOf, counts, promisedAt } from '../../support/task-events.ts';
import { at, BY_PARTNER, changes, dayCountersOf, nobody, OWNER, openAlerts, type TaskStory } from '../../support/task-story.ts';

const MADE = '2026-11-20T23:00:00.000Z';
const LATER = '2026-11-25T12:00:00.000Z';
const sent = (now: string) => ({ owner: OWNER, now, zone: 'Europe/Berlin', proof_hours: 24, if_match: null });
const ROUTINE = { due_time: '18:00', priority: 'none', verification_type: 'none', estimate_minutes: null } as const;
const sealed = (text: string) => text as Sealed<never>;

const occur = (now: string, more: Partial<Occur> = {}): TaskCommand => ({
  type: 'Occur',
  ...sent(now),
  id: 't1',
  routine_id: 'r1',
  date: '2026-12-04',
  part_of: null,
  fields: ROUTINE,
  texts: { title: sealed('v1.r.title'), description: null, tags: null },
  vacation: null,
  ...more,
});
const withdraw = (part_of: string, now = LATER, moved = false): TaskCommand => ({ type: 'Withdraw', ...sent(now), part_of, moved });
const away = (part_of: string, now = LATER): TaskCommand => ({ type: 'SkipForVacation', ...sent(now), part_of, vacation_id: 'v1' });
const back = (part_of: string, now = LATER): TaskCommand => ({ type: 'ReturnFromVacation', ...sent(now), part_of, vacation_id: 'v1' });

/** What every event of the occurrence says of its routine. */
const occurrence = { routine_id: 'r1', date: '2026-12-04' };
const DATE = '2026-12-04';
/** An event that a routine or a vacation causes. */
const bySystem = (part_of: string | null, at = LATER) => ({ at, by: SYSTEM, part_of, occurrence });
const promised = (now: string) =>
  promisedAt(
    now,
    { due_date: DATE, due_time: '18:00', due_at: '2026-12-04T17:00:00.000Z' },
    {
      ...bySystem(null, now),
      set: { recurring_task_id: 'r1', occurrence_date: DATE },
      own_texts: [],
      private: undefined,
      texts: { title: sealed('v1.r.title'), description: null, tags: null },
    },
  );
const skippedAt = (now: string) =>
  changeOf(
    'TaskSkipped',
    { status: ['pending', 'skipped'], closed_at: [null, now], vacation_id: [null, 'v1'] },
    { ...bySystem('e1', now), tally: counts(DATE, { open: -1, skipped: 1 }) },
  );
const RETURNED = { status: ['skipped', 'pending'], closed_at: [LATER, null], vacation_id: ['v1', null] } as const;
const GONE = { deleted: [false, true], withdrawn: [false, true] } as const;
const made = (): TaskStory => nobody().when(occur(MADE));

describe('an occurrence is made', () => {
  test('once, by the system, with the texts that the routine has sealed', () => {
    const story = made().gives(promised(MADE));
    expect(story.state.texts.title).toBe('v1.r.title');
    story.when(occur(MADE)).gives();
    story.when(occur(LATER)).gives();
  });

  test('as of its day even if the job is late: its alerts and its miss have their own instants', () => {
    const late = made().when(at('2026-12-10T12:00:00Z').advance());
    const inTime = ['2026-12-03T17:00:00Z', '2026-12-04T15:00:00Z', '2026-12-04T17:00:00.001Z', '2026-12-10T12:00:00Z'].reduce(
      (story, now) => story.when(at(now).advance()),
      made(),
    );
    expect(late.past.map(({ type, metadata }) => [type, metadata.at])).toEqual(
      inTime.past.map(({ type, metadata }) => [type, metadata.at]),
    );
    expect(openAlerts(late)).toEqual(['missed']);
  });

  test('not after its due time has passed, and not again after it was deleted by hand', () => {
    nobody().when(occur('2026-12-04T17:00:00.001Z')).gives();
    nobody().when(occur('2026-12-04T17:00:00.000Z')).gives(promised('2026-12-04T17:00:00.000Z'));
    const deleted = made().when(at('2026-11-22T12:00:00Z').remove());
    deleted.when(occur(LATER, { part_of: 'e1', fields: { ...ROUTINE, priority: 'high' } })).gives();
    expect(dayCountersOf(deleted)).toEqual({ '2026-12-04 taken_back': 1 });
  });

  test('only for the routine of the same owner', () => {
    made().refuses({ ...occur(LATER, { part_of: 'e1' }), owner: 'u2' } as TaskCommand, 'not_found');
  });
});

describe('an occurrence that is withdrawn and made again', () => {
  test('counts as if it had never existed, and then as before', () => {
    const gone = made()
      .when(withdraw('e1'))
      .gives(changeOf('TaskWithdrawn', GONE, { ...bySystem('e1'), tally: counts(DATE, { open: -1 }) }));
    expect(dayCountersOf(gone)).toEqual({});
    gone.when(withdraw('e2')).gives();
    gone.refuses(at(LATER).complete(), 'not_found');
    gone.refuses(at(LATER).undo(), 'not_found');
    const back = { deleted: [true, false], withdrawn: [true, false] } as const;
    const again = gone
      .when(occur(LATER, { part_of: 'e3' }))
      .gives(changeOf('TaskRestored', back, { ...bySystem('e3'), tally: counts(DATE, { open: 1 }) }));
    expect(dayCountersOf(again)).toEqual({ '2026-12-04 open': 1 });
    expect(again.state.fields).toEqual(made().state.fields);
  });

  test('handles each event of the routine once', () => {
    const again = made()
      .when(withdraw('e1'))
      .when(occur(LATER, { part_of: 'e2' }));
    again.when(withdraw('e1')).gives();
  });

  test('stays when it is done, already due, or was moved by hand, unless the routine ends', () => {
    made().when(at(LATER).complete()).when(withdraw('e1')).gives();
    const late = made().when(withdraw('e1', '2026-12-05T12:00:00.000Z'));
    expect(late.state.fields).toMatchObject({ status: 'missed', deleted: false });
    const moved = made().when(at(LATER).edit({ due_date: '2026-12-06' }));
    moved.when(withdraw('e1')).gives();
    moved
      .when(withdraw('e1', LATER, true))
      .gives(changeOf('TaskWithdrawn', GONE, { ...bySystem('e1'), tally: counts('2026-12-06', { open: -1, postponed: -1 }) }));
  });
});

describe('an occurrence whose routine has changed', () => {
  test('follows its kind of proof until a proof was given', () => {
    const wanted = (part_of: string, verification_type: 'general' | 'coding') =>
      occur(LATER, {
        part_of,
        fields: { ...ROUTINE, verification_type },
        texts: { title: sealed('v1.r.title'), description: null, tags: null },
      });
    const asked = made().when(wanted('e1', 'general'));
    expect(asked.state.fields).toMatchObject({ verification_type: 'general', verification_state: 'awaiting_proof' });
    const given = asked
      .when(at(LATER).prove({ judges: BY_PARTNER }))
      .when(at(LATER).withdraw())
      .when(at(LATER).reopen());
    given.when(wanted('e2', 'coding')).gives();
    expect(asked.when(wanted('e2', 'coding')).state.fields.verification_type).toBe('coding');
    expect(asked.when(at(LATER).edit({ verification_type: 'none' })).when(wanted('e2', 'coding')).state.fields.verification_type).toBe(
      'none',
    );
  });

  test('follows it field by field, except for fields that were edited by hand, until that edit is undone', () => {
    const edited = made().when(at(LATER).edit({ priority: 'low' }, { title: 'Mine' }));
    const wanted = {
      part_of: 'e1',
      fields: { ...ROUTINE, priority: 'high', due_time: '19:00' },
      texts: { title: sealed('v1.r.new'), description: null, tags: null },
    } as const;
    const aligned = edited.when(occur(LATER, wanted)).gives(
      changeOf(
        'TaskEdited',
        {
          due_time: ['18:00', '19:00'],
          due_at: ['2026-12-04T17:00:00.000Z', '2026-12-04T18:00:00.000Z'],
          due_set_at: [MADE, LATER],
        },
        bySystem('e1'),
      ),
    );
    expect(aligned.state.fields).toMatchObject({ priority: 'low', due_time: '19:00', due_at: '2026-12-04T18:00:00.000Z', postponed: 0 });
    expect(aligned.state.texts.title).toContain('Mine');
    const undone = aligned.when(at(LATER).undo());
    expect([undone.state.fields.priority, undone.state.fields.due_time, undone.state.texts.title]).toEqual(['none', '19:00', 'v1.r.title']);
    expect(undone.when(occur(LATER, { ...wanted, part_of: 'e2' })).state.fields.priority).toBe('high');
  });

  test('gets its date back when a move is undone, and keeps later changes of the routine', () => {
    const moved = made().when(at(LATER).edit({ due_date: '2026-12-06' }));
    const aligned = moved.when(occur(LATER, { part_of: 'e1', fields: { ...ROUTINE, priority: 'high' } }));
    const undone = aligned.when(at(LATER).undo());
    expect(undone.state.fields).toMatchObject({
      due_date: '2026-12-04',
      due_at: '2026-12-04T17:00:00.000Z',
      priority: 'high',
      postponed: 0,
    });
  });

  test('keeps the old time when the new one has already passed', () => {
    const now = '2026-12-04T12:00:00.000Z';
    const story = made().when(occur(now, { part_of: 'e1', fields: { ...ROUTINE, due_time: '09:00' } }));
    expect(story.state.fields.due_time).toBe('18:00');
  });
});

describe('an occurrence in a vacation', () => {
  test('is skipped and counted as skipped, and comes back afterwards if it is not due yet', () => {
    const skipped = made().when(away('e1')).gives(skippedAt(LATER));
    expect([dayCountersOf(skipped), skipped.state.fields.vacation_id]).toEqual([{ '2026-12-04 skipped': 1 }, 'v1']);
    expect(changes(skipped).at(-1)?.data.texts).toEqual({});
    const returned = skipped
      .when(back('e2'))
      .gives(changeOf('TaskReopened', RETURNED, { ...bySystem('e2'), tally: counts(DATE, { skipped: -1, open: 1 }) }));
    expect(returned.state.fields).toEqual(made().state.fields);
    skipped.when(back('e2', '2026-12-05T12:00:00.000Z')).gives();
  });

  test('is skipped as soon as it is made', () => {
    const story = nobody()
      .when(occur(MADE, { vacation: { id: 'v1', part_of: 'e1' } }))
      .gives(promised(MADE), skippedAt(MADE));
    story.when(away('e1')).gives();
  });

  test('is not skipped again if the owner reopened it, and does not change if the owner completed or skipped it', () => {
    const byHand = { at: LATER, by: { kind: 'user', id: OWNER }, occurrence, tally: counts(DATE, { skipped: -1, open: 1 }) } as const;
    const reopened = made()
      .when(away('e1'))
      .when(at(LATER).reopen())
      .gives(changeOf('TaskReopened', RETURNED, byHand));
    expect(reopened.state.fields.vacation_id).toBeNull();
    reopened.when(away('e1')).gives();
    made().when(at(LATER).complete()).when(away('e1')).gives();
    made().when(at(LATER).skip('ill')).when(away('e1')).when(back('e2')).gives();
    const completed = made().when(away('e1')).when(at(LATER).complete());
    expect(completed.state.fields).toMatchObject({ status: 'completed', vacation_id: null });
  });

  test('still counts as skipped for the vacation when it is done after its due instant', () => {
    const late = made().when(away('e1')).when(at('2026-12-05T12:00:00Z').complete());
    expect([dayCountersOf(late)['2026-12-04 skipped'], late.state.fields.vacation_id]).toEqual([1, 'v1']);
  });

  test('is withdrawn with the others when the routine ends', () => {
    const gone = made()
      .when(away('e1'))
      .when(withdraw('e2', LATER, true))
      .gives(changeOf('TaskWithdrawn', GONE, { ...bySystem('e2'), tally: counts(DATE, { skipped: -1 }) }));
    expect(dayCountersOf(gone)).toEqual({});
    // made again inside the vacation it is skipped as before; without the vacation it is open
    const vacation = { id: 'v1', part_of: 'e1' };
    expect(dayCountersOf(gone.when(occur(LATER, { part_of: 'e3', vacation })))).toEqual({ '2026-12-04 skipped': 1 });
    const free = gone.when(occur(LATER, { part_of: 'e3' }));
    expect([dayCountersOf(free), free.state.fields.vacation_id]).toEqual([{ '2026-12-04 open': 1 }, null]);
    expect(dayCountersOf(gone.when(occur(LATER, { part_of: 'e3', vacation: { id: 'v2', part_of: 'e4' } })))).toEqual({
      '2026-12-04 skipped': 1,
    });
  });
});
