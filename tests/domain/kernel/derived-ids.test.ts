import { expect, test } from 'vitest';
import { derivedId, derivedIds, type Purpose } from '../../../src/domain/kernel/derived-ids.ts';

/** For each purpose some names and the id that they have had since the purpose exists. Stored data refer to such ids. */
const KEPT: Readonly<Record<Purpose, readonly [names: readonly (string | number)[], id: string]>> = {
  files_follow_task: [['event', 'file', 0], 'f8f67a90-d1cc-57ad-a48a-85c0a1c43396'],
  mended_streak: [['event', '2026-12-10', 0], 'b4132e6a-c16e-5e18-b021-408a40c42550'],
  recorded_review: [['review', 0], '4cc08153-8c30-5f35-bb24-67441928c5ae'],
  review_passed_on: [['event', 'task', 0], '9d2f7785-c096-5e7f-9c17-57f2dd7d0ae8'],
  review_request: [['event'], '03cc1e18-f204-5ed0-9e86-d597a6dbd6f5'],
  partner_verdict: [['submission', 'partner', 'accepted'], '3b7c35bf-a07b-5616-9b0c-0fde7d4a2af6'],
  proof_mail: [['owner proof accepted task review 2026-12-10T09:00:00.000Z'], '2b16f057-74b6-5524-8246-1457ebba4e8c'],
  reminder_mail: [['owner', 'reminder', '2026-12-10'], '9e9193d4-8395-5bee-b155-8ff28d40c604'],
  child_change: [['event', 'child', 0], '56f10ba9-4c0c-5ad9-b0ac-3a46f73b4655'],
  zone_move: [['event', 'task', 0], 'ddabbb35-12f9-5021-83d2-d0f72cab768b'],
  occurrence: [['routine', '2026-12-10'], '567e0da7-1b1a-5ebd-a35e-8ad23d36bba1'],
  export_mail: [['export'], '7dfe8f8d-6fe9-58cb-aa18-83970d1a9c64'],
  refused_sign_ins_mail: [['owner', '2026-12-10'], 'b29ebd7a-9685-56f9-94f5-bf835d0d382e'],
  deletion_step: [['owner', 'NoteErased'], 'e9a6fa62-7e49-5937-92fc-432c008feebf'],
  sign_up_mail: [['owner'], 'ca2f2b96-fcbc-5e0a-b0ab-3011ec3c6ee2'],
  farewell: [['owner'], '94a293e7-a8ab-55da-93b4-b130cdda0e0a'],
  new_device_mail: [['session-1'], '38bacf40-e105-52a3-b8af-2268fdbcf9ea'],
  commits_proof: [['task', 'https://github.com/a/b/commit/1', 'https://github.com/a/b/commit/2'], 'd05d53ec-6b41-5b1f-9895-2cdae905440a'],
  rubric_feedback: [['submission'], 'c56d6bf7-f18f-5c14-ad87-88713370934c'],
  partner_message: [['partner 2026-12-10'], 'ad4fde94-21a2-5e6f-8e9b-d67495bb866b'],
  partner_record: [['owner', 0], 'e56df18e-56f8-5f90-8288-db57150b91a9'],
  email_proof: [['event', 'review'], '12ca2e5e-2ca1-533e-b4af-df1783d3677c'],
  code_proof: [['event'], '8376e93c-f206-5adf-8eed-bfc996a93691'],
  billing_key: [['owner', 'checkout', 3], 'b0b98208-17e8-5fce-ae75-25a5c65d9e89'],
  repeated_request: [['request\n2026-12-10\n1'], '33ffc012-05c3-5f47-8351-1c2c2f680418'],
  streak_alert: [['owner', 'streak_broken', '2026-12-10'], '614351e6-1c9c-557a-bde0-f71a7bcc5cbc'],
  task_alert: [['task', 'due_24h', '2026-12-10T09:00:00.000Z', 0], '784b3f31-b092-540b-a837-efc504918722'],
  own_word: [['submission'], '4a268dac-85d0-592b-b2ef-ba74cd845fe1'],
  undelivered_alert: [['delivery', 'undelivered'], 'a9c857d9-a474-51a8-ad74-182524f53594'],
};

test.each(Object.entries(KEPT) as [Purpose, (typeof KEPT)[Purpose]][])('the ids for %s stay as they are', (purpose, [names, id]) => {
  expect(derivedId(purpose, ...names)).toBe(id);
});

test('the same names have another id for each purpose', () => {
  const purposes = Object.keys(KEPT) as Purpose[];
  expect(new Set(purposes.map((purpose) => derivedId(purpose, 'same'))).size).toBe(purposes.length);
});

test('the ids of the events of one command are made from its names and the place of the event', () => {
  const idAt = derivedIds('child_change', 'event', 'child');
  expect([idAt(0), idAt(1)]).toEqual([derivedId('child_change', 'event', 'child', 0), derivedId('child_change', 'event', 'child', 1)]);
});
