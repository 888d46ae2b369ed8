import { describe, expect, test } from 'vitest';
import { type EmailCommand, emailDecider } from '../../../src/domain/email/decide.ts';
import type { EmailContent } from '../../../src/domain/email/event-data.ts';
import { given } from '../../support/given.ts';

const ID = 'e1';
const OWNER = 'u1';
const NOW = '2026-11-20T16:00:00.000Z';
const UNTIL = '2026-11-20T16:05:00.000Z';

const content = (fields: Partial<EmailContent> = {}): EmailContent => ({
  to: ['bo@example.org'],
  cc: [],
  bcc: ['eve@example.org'],
  subject: 'The window',
  body: 'Could you confirm Friday?',
  attachments: [{ id: 'f1', name: 'plan.pdf', type: 'application/pdf', size: 7 }],
  ...fields,
});

const by = { owner: OWNER, if_match: null };
const create = (owner = OWNER): EmailCommand => ({ type: 'Create', owner, task_id: 't1', content: content() });
const edit = (edition = 1): EmailCommand => ({ type: 'Edit', ...by, edition, content: content({ subject: 'Another' }) });
const remove: EmailCommand = { type: 'Delete', ...by };
const request: EmailCommand = { type: 'RequestSend', ...by };
const start = (now = NOW, again = false): EmailCommand => ({ type: 'Start', via: 'smtp', message_id: '<e1.1@vouch>', now, again });
const sent = (attempt = 1, refused: string[] = []): EmailCommand => ({ type: 'NoteSent', attempt, refused, now: NOW });
const failed = (attempt = 1): EmailCommand => ({ type: 'NoteFailed', attempt, reason: 'Refused.', now: NOW });
const unknown = (attempt = 1): EmailCommand => ({ type: 'NoteUnknown', attempt, reason: 'Broken off.', now: NOW });
const resolve = (went: boolean): EmailCommand => ({ type: 'Resolve', ...by, sent: went });
const review = (edition = 1): EmailCommand => ({
  type: 'NoteReview',
  ...by,
  edition,
  review: { review_id: 'r1', judge: 'rubric', judge_id: null, verdict: 'accepted', score: 80, prompt_version: 'rubric/email/1' },
  texts: { comment: 'Good.', criteria: [] },
});

const nothing = () => given(emailDecider, { stream: `email_task-${ID}`, owner: OWNER });
const drafted = () => nothing().when(create());
const requested = () => drafted().when(request);
const started = () => requested().when(start());

describe('a draft', () => {
  test('is made once, and belongs to its owner', () => {
    const email = drafted().gives('EmailTaskCreated');
    expect(email.fresh[0]?.data).toEqual({ task_id: 't1', recipients: 2, file_ids: ['f1'] });
    email.when(create()).gives();
    email.refuses(create('u2'), 'not_found');
    email.refuses({ ...remove, owner: 'u2' } as EmailCommand, 'not_found');
    nothing().refuses(edit(), 'not_found');
  });

  test('is changed from what was read, and deleted', () => {
    const email = drafted().when(edit()).gives('EmailTaskEdited');
    expect(email.state).toMatchObject({ edition: 2, version: 1 });
    email.refuses(edit(1), 'conflict');
    email.refuses({ ...edit(2), if_match: 0 } as EmailCommand, 'precondition_failed');
    email.when(edit(2)).gives('EmailTaskEdited');
    email.when(remove).gives('EmailTaskDeleted').refuses(remove, 'not_found');
  });

  test('keeps the review of what was reviewed, once', () => {
    const email = drafted().when(review()).gives('EmailTaskReviewed');
    expect(email.fresh[0]?.metadata.actor).toEqual({ kind: 'system', id: null });
    email.when(review()).gives();
    drafted().when(edit()).refuses(review(1), 'conflict');
  });
});

describe('sending', () => {
  test('is asked for once, and claimed by one', () => {
    requested().gives('EmailSendRequested').when(request).gives();
    const email = started().gives('EmailSendStarted');
    expect(email.fresh[0]?.data).toMatchObject({ attempt: 1, via: 'smtp', until: UNTIL });
    email.when(start()).gives();
    email.when(start('2026-11-20T16:04:59.000Z', true)).gives();
    email.when(request).gives();
    drafted().when(start()).gives();
    nothing().when(start()).gives();
  });

  test('that was broken off goes on only when its claim is over and nothing went out', () => {
    started().when(start(UNTIL, false)).gives();
    started().when(start(UNTIL, true)).gives('EmailSendStarted');
  });

  test('changes nothing about the email meanwhile', () => {
    for (const email of [requested(), started(), started().when(unknown())])
      for (const command of [edit(), remove, review()]) email.refuses(command, 'conflict');
  });

  test('ends with what the server says, once', () => {
    const email = started()
      .when(sent(1, ['x@example.org']))
      .gives('EmailSent');
    expect(email.fresh[0]).toMatchObject({
      data: { via: 'smtp', confirmed_by: 'server', recipients: 2, file_ids: ['f1'] },
      metadata: { actor: { kind: 'provider', id: 'smtp' } },
    });
    for (const command of [sent(), failed(), unknown(), request, start(UNTIL, true)]) email.when(command).gives();
    for (const command of [edit(), remove, review(), resolve(true)]) email.refuses(command, 'conflict');
  });

  test('that failed can be changed and asked for again, as another attempt', () => {
    const email = started().when(failed()).gives('EmailSendFailed');
    const again = email.when(edit()).when(request).gives('EmailSendRequested');
    expect(again.fresh[0]?.data).toMatchObject({ attempt: 2 });
    again.when(sent(1)).gives();
    again.when(start()).when(sent(2)).gives('EmailSent');
    requested().when(failed()).gives('EmailSendFailed');
  });
});

describe('an email of which nobody knows whether it went out', () => {
  const open = () => started().when(unknown()).gives('EmailOutcomeUnknown');

  test('is not sent again before its owner has said so', () => {
    open().refuses(request, 'conflict');
    open().when(start(UNTIL, true)).gives();
    open().when(resolve(false)).gives('EmailSendFailed').when(request).gives('EmailSendRequested');
  });

  test('was sent on its owner’s word', () => {
    const email = open().when(resolve(true)).gives('EmailSent');
    expect(email.fresh[0]).toMatchObject({ data: { confirmed_by: 'owner' }, metadata: { actor: { kind: 'user' } } });
    email.refuses(resolve(true), 'conflict');
  });

  test('was sent if the server says so after all', () => {
    open().when(sent()).gives('EmailSent');
  });

  test('needs somebody who had begun to send it', () => {
    requested().when(unknown()).gives();
    drafted().refuses(resolve(true), 'conflict');
  });
});
