import { describe, expect, test } from 'vitest';
import { EVENTS } from '../../src/domain/catalogue.ts';
import type { AnyEventDefinition } from '../../src/domain/kernel/define-event.ts';
import { OF_EXAMPLES } from '../support/event-sentences.ts';

type Fields = Readonly<Record<string, unknown>>;

const definitionOf = (type: string): AnyEventDefinition => {
  const definition = EVENTS.get(type);
  if (definition === undefined) throw new Error(`There is no ${type}.`);
  return definition;
};

/** The sentence about an event with the data of its example, except for `data`. Before and after are those of the example, too. */
function sentence(type: string, { data, before, after }: { data?: Fields; before?: Fields; after?: Fields } = {}): string | null {
  const { example, detail } = definitionOf(type);
  return detail({
    data: { ...example.data, ...data },
    before: before ?? (example.data.was as Fields | undefined) ?? {},
    after: after ?? { ...((data?.set ?? example.data.set) as Fields | undefined), ...example.private },
  });
}

test.each(Object.entries(OF_EXAMPLES))('the sentence about the example of %s is: %s', (type, expected) => {
  expect(sentence(type)).toBe(expected);
});

test('there is no sentence about the example of any other event', () => {
  const others = [...EVENTS.keys()].filter((type) => !(type in OF_EXAMPLES));
  expect(others.filter((type) => sentence(type) !== null)).toEqual([]);
});

const NO_COUNTS = { kept: 0, missed: 0, skipped: 0, open: 0 };

test.each<[type: string, data: Fields, expected: string | null]>([
  ['SessionStarted', { how: 'confirm', new_device: true }, 'By the confirmation link. In a browser that was not known here.'],
  ['SessionStarted', { how: 'a way of a later version' }, 'Signed in.'],
  ['SessionEnded', { how: 'signin' }, 'Signed in again on this device, which ended the session that was there.'],
  ['SessionEnded', { how: 'a way of a later version' }, null],
  ['PasswordChanged', { how: 'reset' }, 'By a link sent by mail. Every other session ended.'],
  ['IdentityLinked', { platform: 'github' }, 'GitHub.'],
  ['IdentityLinked', { platform: 'google' }, 'Google.'],
  ['ProfileChanged', { fields: ['full_name', 'avatar_url'] }, 'Changed name and picture.'],
  ['ProfileChanged', { fields: ['motto'] }, 'Changed motto.'],
  [
    'TimeSettingsChanged',
    { set: { todo_reminder_time: '09:00', weekly_report_day: 'friday' } },
    'Reminder time: 09:00. Report day: friday.',
  ],
  ['NotificationsChanged', { set: { task_reminders: true, pigeons: false } }, 'Task reminders: on. pigeons: off.'],
  ['CodeTaskAdded', { stated: false }, 'Its page could not be read.'],
  ['CodeTaskEdited', { edited: 2, examples: 3 }, '2 of its 3 examples are the owner’s own.'],
  ['CodeTaskEdited', { edited: 0 }, null],
  ['CodeAttempted', { passed: 0, total: 0 }, 'JavaScript; there were no examples to run it on.'],
  ['CodeAttempted', { passed: 3, total: 3 }, 'JavaScript; all 3 examples passed.'],
  ['CodeAttempted', { passed: 1, total: 3 }, 'JavaScript; 1 of 3 examples passed.'],
  [
    'DayClosed',
    { counts: { ...NO_COUNTS, missed: 1, open: 2 }, streak: { current: 1 }, frozen: true },
    'Friday 27 November 2026: 1 missed, 2 open. Streak: 1 day, kept by a freeze.',
  ],
  ['DayClosed', { counts: NO_COUNTS, streak: { current: 0 } }, 'Friday 27 November 2026: nothing planned. Streak: 0 days.'],
  ['DeliverySent', { channel: 'whatsapp' }, 'The progress summary went to your partner by WhatsApp.'],
  // Events from before there were partners have neither a kind nor a channel.
  ['DeliverySent', { kind: undefined, channel: undefined }, 'A message went to your partner.'],
  ['EmailTaskReviewed', { score: null }, null],
  ['EmailSent', { confirmed_by: 'owner' }, 'On your word.'],
  ['EmailSent', { recipients: 3 }, 'To 3 recipients.'],
  ['FileUploaded', { seen_before: { how: 'same' } }, 'A file like it was uploaded before.'],
  ['FileRemoved', { reason: 'removed' }, null],
  ['IntegrationsChanged', { github_closes_tasks: false }, 'Commits and pull requests that name a task prove nothing.'],
  [
    'PartnerInvited',
    { detail: 'counts' },
    'Nothing else is sent before they accept. They see numbers alone, and of what they judge the title and the proof.',
  ],
  ['PartnerInvited', { role: 'second' }, 'Nothing else is sent before they accept. They only judge tasks that name them.'],
  ['PartnerAccepted', { channel: 'whatsapp' }, 'They said yes by WhatsApp.'],
  ['EscalationCame', { outcome: 'filled' }, 'The day was filled in time. Nobody was told.'],
  ['EscalationCame', { outcome: 'an outcome of a later version' }, null],
  [
    'WeeklyReportCame',
    { outcome: 'nothing_planned' },
    'Monday 23 November 2026 to Sunday 29 November 2026: nothing was planned, so none was sent.',
  ],
  [
    'WeeklyAssessmentCame',
    { outcome: 'off' },
    'Tuesday 24 November 2026 to Monday 30 November 2026: not mailed, since weekly reports are off.',
  ],
  [
    'WeeklyReportCame',
    { outcome: 'an outcome of a later version' },
    'Monday 23 November 2026 to Sunday 29 November 2026: nothing was sent.',
  ],
  ['TrialEnded', { how: 'cancelled' }, 'You ended it.'],
  ['TrialEnded', { how: 'bought' }, 'You bought a plan.'],
  ['SubscriptionChanged', { pending: { plan: 'byok', at: '2026-12-28T09:12:00.000Z' } }, 'BYOK follows on 2026-12-28.'],
  ['SubscriptionEnded', { why: 'unpaid' }, 'The payment did not come in 7 days.'],
  ['SubscriptionEnded', { why: 'provider' }, 'It was ended at the payment provider.'],
  ['SubscriptionEnded', { why: 'deleted' }, 'The account is deleted.'],
  ['SalesContacted', { seats: 1 }, 'For 1 person.'],
  ['SalesContacted', { seats: null }, null],
  ['AlertRaised', { kind: 'a kind of a later version' }, null],
  ['AlertResolved', { reason: 'a reason of a later version' }, null],
  ['AppealAnswered', { outcome: 'rejected' }, 'Rejected. ‘I saw them.’'],
  ['TaskUndone', { undone_type: 'TaskMoved' }, 'Taken back.'],
])('the sentence about a %s with %j is: %s', (type, data, expected) => {
  expect(sentence(type, { data })).toBe(expected);
});

describe('the sentence about a proof', () => {
  const reviewed = (data: Fields, comment?: string) => sentence('ProofReviewed', { data, after: { comment } });

  test('that was reviewed says by whom, with which score, why they decided, and what they wrote', () => {
    expect(reviewed({ judge: 'ai', outcome: 'rejected', score: 40, why: 'partner_silent' }, 'Too short.')).toBe(
      'Rejected by the AI. Score: 40 of 100. The partner did not answer within 72 hours. ‘Too short.’',
    );
    const seen = [
      { file: 'a', as: 'name' },
      { file: 'b', as: 'name' },
      { file: 'c', as: 'beginning' },
      { file: 'd', as: 'whole' },
    ];
    expect(reviewed({ judge: 'ai', outcome: 'accepted', score: 82, seen })).toBe(
      'Accepted by the AI. Score: 82 of 100. 2 files by name only. Of 1 file the beginning only.',
    );
    expect(reviewed({ judge: 'check', outcome: 'commented' })).toBe('Commented by a check.');
    expect(reviewed({ judge: 'check', outcome: 'commented' }, '')).toBe('Commented by a check.');
  });

  test('that was accepted on the owner’s own word speaks to the owner', () => {
    expect(reviewed({ judge: 'self', outcome: 'accepted' })).toBe('On your word.');
    expect(reviewed({ judge: 'self', outcome: 'rejected' })).toBe('Rejected by the owner’s own word.');
    expect(reviewed({ judge: 'rubric', outcome: 'accepted' })).toBe('Accepted by the rubric.');
  });

  test('or an appeal without a comment has no quotation', () => {
    expect(sentence('AppealAnswered', { after: {} })).toBe('Accepted.');
    expect(sentence('AppealMade', { after: {} })).toBeNull();
  });
});

test('the sentence about a completion says only that it was late, and whether the task stays missed or skipped', () => {
  const completed = (late: boolean, status: string) => sentence('TaskCompleted', { before: { status }, after: { late } });
  expect(completed(true, 'missed')).toBe('Done late. The miss stays.');
  expect(completed(true, 'skipped')).toBe('Done after its deadline. It stays skipped.');
  expect(completed(false, 'skipped')).toBeNull();
});

test('the sentence about a skip is its reason, if the owner gave one', () => {
  expect(sentence('TaskSkipped', { after: { skip_reason: 'Ill' } })).toBe('Because: Ill');
  expect(sentence('TaskSkipped', { after: { skip_reason: null } })).toBeNull();
});

test('the sentence about a new task is its due date, with the time if there is one', () => {
  expect(sentence('TaskPromised', { after: { due_date: '2026-11-27' } })).toBe('Due Friday 27 November 2026.');
  expect(sentence('TaskPromised', { after: { due_date: null } })).toBe('Without a due date.');
});

test('the sentence about a change of zone says what stays: the instant, or the date and time', () => {
  const rezoned = (before: Fields, after: Fields) => sentence('TaskRezoned', { before, after });
  const before = { due_date: '2026-11-27', due_time: '17:00' };
  expect(rezoned(before, { due_at: '2026-11-27T08:00:00.000Z' })).toBe('Due at the same date and time as before, in the new zone.');
  expect(rezoned(before, { due_time: '09:00' })).toBe(
    'Due at the same instant as before, which is Friday 27 November 2026, 09:00 in the new zone.',
  );
  expect(rezoned(before, { due_date: '2026-11-26' })).toBe(
    'Due at the same instant as before, which is Thursday 26 November 2026, 17:00 in the new zone.',
  );
  expect(rezoned({ due_time: '17:00' }, { due_time: null })).toBe(
    'Due at the same instant as before, which is the end of the day in the new zone.',
  );
});

test.each<[before: Fields, after: Fields, expected: string | null]>([
  [{ title: 'Ferns' }, { title: 'Palms' }, 'Renamed from ‘Ferns’.'],
  [{ title: '' }, { title: 'Palms' }, 'Renamed.'],
  [{}, { description: 'New' }, 'Notes changed.'],
  [{}, { tags: ['a', 'b'] }, 'Tags set to #a #b.'],
  [{}, { tags: [] }, 'Tags taken away.'],
  [{}, { tags: null }, 'Tags taken away.'],
  [{}, { priority: 'low' }, 'Priority set to low.'],
  [{}, { priority: 'urgent' }, 'Priority set to urgent.'],
  [{}, { verification_type: 'none' }, 'Proof no longer asked for.'],
  [{}, { verification_type: 'system_design' }, 'Proof set to system design.'],
  [{}, { verification_type: 'oath' }, 'Proof set to oath.'],
  [{}, { proof_requirement: 'A photo' }, 'Asked for as proof: ‘A photo’.'],
  [{}, { proof_requirement: '' }, 'Nothing is named as proof any more.'],
  [{}, { proof_requirement: null }, 'Nothing is named as proof any more.'],
  [{}, { estimate_minutes: 45 }, 'Estimate set to 45 min.'],
  [{}, { estimate_minutes: 120 }, 'Estimate set to 2 h.'],
  [{}, { estimate_minutes: 125 }, 'Estimate set to 2 h 5 min.'],
  [{}, { estimate_minutes: null }, 'Estimate taken away.'],
  [{}, { parent_id: 't2' }, 'Made a step of another task.'],
  [{}, { parent_id: null }, 'No longer a step.'],
  [{}, { partner_id: 'p2' }, 'The partner was chosen who judges its proof.'],
  [{}, { partner_id: null }, 'The first partner judges its proof again.'],
  [{}, { due_time: '09:00' }, 'Now due at 09:00.'],
  [{}, { due_time: null }, 'Now due at the end of the day.'],
  [{ due_date: '2026-11-27' }, { due_date: null }, 'Was due on Friday 27 November 2026, now has no due date.'],
  [
    { due_date: null },
    { due_date: '2026-11-27', due_time: '17:00', priority: 'low' },
    'Moved from no due date to Friday 27 November 2026, 17:00. Priority set to low.',
  ],
  [{}, { due_zone: 'UTC' }, null],
])('the sentence about an edit from %j to %j is: %s', (before, after, expected) => {
  expect(sentence('TaskEdited', { before, after })).toBe(expected);
});

test('the sentence about a change of a routine names the fields, and the day from which on they apply', () => {
  expect(sentence('RoutineChanged', { after: { rrule: 'FREQ=DAILY', priority: 'low' }, data: { from: '2026-11-30' } })).toBe(
    'Changed rule, priority from Monday 30 November 2026 on.',
  );
  expect(sentence('RoutineChanged', { after: { from_date: '2026-11-30' } })).toBeNull();
  expect(sentence('RoutineStarted', { after: { due_time: null } })).toBeNull();
});

test('the sentence about a personal token names it and what it allows', () => {
  expect(sentence('PersonalTokenDeleted', { before: { name: 'Status bar' } })).toBe('‘Status bar’.');
  expect(sentence('PersonalTokenCreated', { after: { name: null } })).toBe('It allows tasks:read, reports:read.');
});
