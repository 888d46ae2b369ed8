import { v5 } from 'uuid';

/**
 * The purposes of derived ids. Each has its own namespace, so that the same names give different ids for different
 * purposes. Stored events, keys and links contain these ids, so a namespace never changes. A new purpose gets a new
 * random UUID.
 */
const NAMESPACES = {
  files_follow_task: '3d0c5a7e-91b4-5f26-8c1d-6e2a4b7f9053',
  mended_streak: '74d9c3b1-0e5f-5a68-b2c7-91f4e6a80d3b',
  recorded_review: 'c1f7a9d4-60be-5b52-8a3e-17d9e0c5f284',
  review_passed_on: '9f6b2c70-4a1d-5c8e-b1f3-2d7e8a905c46',
  review_request: '5a0d6e1c-2b7f-5e43-9d18-c64f0b9a7e25',
  partner_verdict: '7a2e4c91-55d3-5b0e-8f6a-1c9d3e7b2f48',
  proof_mail: '0d1c86f4-3b0f-5f6e-9a41-7c2e5d9b8a13',
  reminder_mail: '3b1f5d0e-86c4-5f0b-9a55-6d2f3c0e7a18',
  evening_mail: '91c4f7d8-2e60-4b3a-a15d-0c8e6b72f943',
  push: 'e0a93c52-6d1b-4f7e-8b24-5c7f19d3a680',
  follow_in_plan: '8d3a1b5e-6f0c-4c92-a7d4-1e5b90c3f286',
  focus_recorded: 'e90b7c14-2d5a-4f83-b6e1-7a3c08d9f541',
  focus_starts_task: '1c6f48e2-b07d-4a59-93f8-d25e0a7b4c63',
  promised_again: '4b81c0a1-208c-4c6a-9d3c-c0302e40f679',
  promised_in_batch: '9b3d7e52-4c1f-4a86-8d07-5e2f9a6c13b4',
  child_change: '6d9a2c1e-7f43-5b0a-8a55-93c4f0b1e6d2',
  zone_move: '5a0e6f0c-93d1-5b7e-8c42-1f6d2b9a7e35',
  occurrence: '4b1f6c58-3a0d-5d0e-9b57-8e2f6a7c1d90',
  export_mail: 'a7d0c0de-3f0b-5f0a-9a5e-5b7b1c2f4e11',
  refused_sign_ins_mail: '5b9e7a40-2c63-5d18-8f4e-91c07d6ab3e2',
  deletion_step: '3f1c2c52-58b5-5a0c-8d57-0c6c1f6a7b90',
  sign_up_mail: '0d0c2d3e-6b86-5a55-9d2f-6a3b8a0c7e14',
  deletion_mail: 'f2a7c6d0-58e1-4b39-9c24-7d0b3e91a586',
  farewell: '8c0de1b4-5d6f-5e7a-b1aa-4f2f10c5d0e3',
  new_device_mail: 'c0b1a7de-63f4-5f0b-9c3a-7e52d1f08a46',
  commits_proof: 'b7c04a52-91de-5f38-8a06-3f5d1c79e2ab',
  rubric_feedback: '7b0f5d1e-93c4-5a68-b2d7-4e8c1f6a9035',
  partner_message: '5d5e9f0c-6c53-5a0e-9b1d-3f1a7f0c2a64',
  partner_words_mail: 'd6f3a8b2-5c1e-4a97-b04d-3e7f92c1a586',
  partner_record: 'e3a0c8a4-4f41-5c57-8a35-0b7d4f6e9d12',
  email_proof: '7f0e2b6c-31d4-5c9a-8e57-4b1a90d2c6f8',
  code_proof: '0b8f4f0e-64b7-5d0c-9a77-2f6f5f0c9e31',
  billing_key: '6b1f6e0a-6a6e-5d4e-9c0d-0f8f0b8f1a55',
  repeated_request: 'b6d4d4b2-6f0c-4b8e-9a3f-2f1f3c1a7e55',
  streak_alert: '0b6f9a53-3f0e-5d6c-8f6e-5a1d0c9e7b21',
  task_alert: 'c0f1c5a2-6a0b-5f0e-9c83-2f7b1d1f7a44',
  own_word: '3c1b1f2a-7d51-5e0c-8c34-5a9e6b7d2f10',
  undelivered_alert: '5f0a4b0e-7c7d-5e0b-9a7e-2f6f0d1c8b34',
} as const;

export type Purpose = keyof typeof NAMESPACES;

type Names = readonly (string | number)[];

/**
 * Makes an id from a purpose and names. The same input always gives the same id, so work that is repeated after a crash
 * or in another process finds what it wrote before.
 */
export const derivedId = (purpose: Purpose, ...names: Names): string => v5(names.join(' '), NAMESPACES[purpose]);

/**
 * Makes the ids of the events of one command. The names must distinguish this command from every other command with the
 * same purpose.
 */
export const derivedIds =
  (purpose: Purpose, ...names: Names): ((index: number) => string) =>
  (index) =>
    derivedId(purpose, ...names, index);
