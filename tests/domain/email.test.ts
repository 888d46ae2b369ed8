import { describe, expect, test } from 'vitest';
import { type EmailCommand, emailDecider } from '../../src/domain/email/decide.ts';
import type { EmailContent, EmailEvent } from '../../src/domain/email/events.ts';
import { evolve, initial } from '../../src/domain/email/state.ts';
import { type Decided, type RecordedOf, type Sealed, SYSTEM } from '../../src/domain/kernel/event.ts';
import { given, record } from '../support/given.ts';

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

const FACTS = { task_id: 't1', recipients: 2, file_ids: ['f1'] };
const BY_SERVER = { kind: 'provider', id: 'smtp' } as const;
/** The content that was written in the event with this revision, as the next event holds it. */
const sealed = (revision: number, written: EmailContent) =>
  `v1.email_task-${ID}@${revision}.${JSON.stringify(written)}` as Sealed<EmailContent>;
const editedEvent = (was: Sealed<EmailContent>) =>
  ({ type: 'EmailTaskEdited', data: { ...FACTS, was }, private: content({ subject: 'Another' }) }) as const;
const requestedEvent = (attempt: number) => ({ type: 'EmailSendRequested', data: { task_id: 't1', attempt } }) as const;
const startedEvent = (until: string, at: string) =>
  ({ type: 'EmailSendStarted', data: { task_id: 't1', attempt: 1, via: 'smtp', message_id: '<e1.1@vouch>', until }, at }) as const;
const sentEvent = (attempt = 1): Decided<EmailEvent> => ({
  type: 'EmailSent',
  data: { ...FACTS, attempt, via: 'smtp', confirmed_by: 'server' },
  at: NOW,
  by: BY_SERVER,
});
const failedEvent = (reason: string) => ({ type: 'EmailSendFailed', data: { task_id: 't1', attempt: 1, reason } }) as const;

const nothing = () => given(emailDecider, { stream: `email_task-${ID}`, owner: OWNER });
const drafted = () => nothing().when(create());
const requested = () => drafted().when(request);
const started = () => requested().when(start());

describe('a draft', () => {
  test('is created once, and other people cannot find it', () => {
    const email = drafted().gives({ type: 'EmailTaskCreated', data: FACTS, private: content() });
    email.when(create()).gives();
    email.refuses(create('u2'), 'not_found');
    email.refuses({ ...remove, owner: 'u2' } as EmailCommand, 'not_found');
    nothing().refuses(edit(), 'not_found');
  });

  test('can be changed from the version that was read, and deleted', () => {
    const first = sealed(0, content());
    const email = drafted().when(edit()).gives(editedEvent(first));
    expect(email.state).toMatchObject({ edition: 2, version: 1 });
    email.refuses(edit(1), 'conflict');
    email.refuses({ ...edit(2), if_match: 0 } as EmailCommand, 'precondition_failed');
    email.when(edit(2)).gives(editedEvent(sealed(1, content({ subject: 'Another' }))));
    email
      .when(remove)
      .gives({ type: 'EmailTaskDeleted', data: { task_id: 't1' } })
      .refuses(remove, 'not_found');
  });

  test('records a review of its present edition, once', () => {
    const email = drafted()
      .when(review())
      .gives({
        type: 'EmailTaskReviewed',
        data: {
          task_id: 't1',
          review_id: 'r1',
          judge: 'rubric',
          judge_id: null,
          verdict: 'accepted',
          score: 80,
          prompt_version: 'rubric/email/1',
        },
        private: { comment: 'Good.', criteria: [] },
        by: SYSTEM,
      });
    email.when(review()).gives();
    drafted().when(edit()).refuses(review(1), 'conflict');
  });
});

describe('an email', () => {
  const EMAIL = { stream: `email_task-${ID}`, owner: OWNER };
  const createdEvent = { type: 'EmailTaskCreated', data: FACTS, private: content() } as const;

  test('that was deleted is not created again, and no event brings it back', () => {
    const deleted = drafted().when(remove);
    expect(deleted.state).toEqual({ status: 'deleted' });
    deleted.when(create()).gives();
    deleted.when(start()).gives();
    expect(evolve(deleted.state, record<EmailEvent>(createdEvent, 2, EMAIL))).toEqual({ status: 'deleted' });
    expect(evolve(deleted.state, record<EmailEvent>(requestedEvent(1), 2, EMAIL))).toEqual({ status: 'deleted' });
  });

  test('without an owner has no state', () => {
    const created = record<EmailEvent>(createdEvent, 0, EMAIL);
    const ownerless = { ...created, metadata: { ...created.metadata, owner: null } } as RecordedOf<EmailEvent>;
    expect(evolve(initial, ownerless)).toEqual(initial);
  });

  test('whose content is gone cannot be edited', () => {
    const unreadable = drafted().past.map((event) => ({ ...event, private: null }) as RecordedOf<EmailEvent>);
    given(emailDecider, EMAIL, unreadable).refuses(edit(), 'conflict');
  });

  test('counts the recipients of all three lists', () => {
    const many = content({ to: ['a@example.org'], cc: ['b@example.org', 'c@example.org'], bcc: [] });
    expect(nothing().when({ type: 'Create', owner: OWNER, task_id: 't1', content: many }).state).toMatchObject({
      recipients: 3,
      reviews: [],
    });
  });

  test('is changed by somebody who read its present version', () => {
    const edited = drafted().when({ ...edit(), if_match: 0 } as EmailCommand);
    expect(edited.state).toMatchObject({ edition: 2, status: 'draft' });
  });

  test('says why it refuses', () => {
    const why = (story: ReturnType<typeof drafted>, command: EmailCommand, code = 'conflict') => story.refuses(command, code).message;
    expect(why(nothing(), edit(), 'not_found')).toBe('There is no such email.');
    expect(why(drafted(), { ...edit(), if_match: 7 } as EmailCommand, 'precondition_failed')).toBe(
      'This email has changed since you read it. Read it again.',
    );
    expect(why(drafted(), edit(2))).toBe('This email was changed meanwhile. Read it again.');
    expect(why(started(), edit())).toBe('This email is being sent. Wait until it is known what became of it.');
    expect(why(started().when(sent()), edit())).toBe('This email was sent, and stays as it is.');
    expect(why(started().when(unknown()), request)).toBe(
      'It is not known whether this email went out. Say whether it did before you send it again.',
    );
    expect(why(drafted(), resolve(true))).toBe('What became of this email is known. There is nothing to say about it.');
    expect(why(started(), resolve(true))).toBe('What became of this email is known. There is nothing to say about it.');
  });

  test('that an AI reviewed has a review by the AI', () => {
    const reviewed = review() as Extract<EmailCommand, { type: 'NoteReview' }>;
    const byAi = drafted().when({ ...reviewed, review: { ...reviewed.review, judge: 'ai', judge_id: 'model-1' } });
    expect(byAi.fresh[0]?.metadata.actor).toEqual({ kind: 'ai', id: 'model-1' });
  });
});

describe('sending', () => {
  test('is requested once, and claimed by one worker', () => {
    requested().gives(requestedEvent(1)).when(request).gives();
    const email = started().gives(startedEvent(UNTIL, NOW));
    email.when(start()).gives();
    email.when(start('2026-11-20T16:04:59.000Z', true)).gives();
    email.when(request).gives();
    drafted().when(start()).gives();
    nothing().when(start()).gives();
  });

  test('that was interrupted continues only when its claim has expired and nothing went out', () => {
    started().when(start(UNTIL, false)).gives();
    started().when(start(UNTIL, true)).gives(startedEvent('2026-11-20T16:10:00.000Z', UNTIL));
  });

  test('changes nothing about the email meanwhile', () => {
    for (const email of [requested(), started(), started().when(unknown())])
      for (const command of [edit(), remove, review()]) email.refuses(command, 'conflict');
  });

  test('ends with what the server says, once', () => {
    const email = started()
      .when(sent(1, ['x@example.org']))
      .gives({ ...sentEvent(), private: { refused: ['x@example.org'] } } as Decided<EmailEvent>);
    for (const command of [sent(), failed(), unknown(), request, start(UNTIL, true)]) email.when(command).gives();
    for (const command of [edit(), remove, review(), resolve(true)]) email.refuses(command, 'conflict');
  });

  test('keeps the id at the provider, and the way that it went if it is not the way of the claim', () => {
    const email = started().when({ ...sent(), via: 'gmail', provider_id: 'g-1' } as EmailCommand);
    expect(email.fresh[0]?.data).toEqual({ ...FACTS, attempt: 1, via: 'gmail', confirmed_by: 'server', provider_id: 'g-1' });
    expect(started().when(sent()).fresh[0]?.data).not.toHaveProperty('provider_id');
    requested().when(sent()).gives();
  });

  test('ignores what becomes known of another attempt', () => {
    for (const outcome of [sent(2), failed(2), unknown(2)]) started().when(outcome).gives();
  });

  test('that failed can be requested again after a change, as another attempt', () => {
    const email = started()
      .when(failed())
      .gives({ ...failedEvent('Refused.'), at: NOW, by: BY_SERVER });
    const again = email.when(edit()).when(request).gives(requestedEvent(2));
    again.when(sent(1)).gives();
    again.when(start()).when(sent(2)).gives(sentEvent(2));
    requested()
      .when(failed())
      .gives({ ...failedEvent('Refused.'), at: NOW, by: SYSTEM });
  });
});

describe('an email of which nobody knows whether it went out', () => {
  const open = () =>
    started()
      .when(unknown())
      .gives({ type: 'EmailOutcomeUnknown', data: { task_id: 't1', attempt: 1, reason: 'Broken off.' }, at: NOW, by: SYSTEM });

  test('is not sent again before its owner says that it did not go out', () => {
    open().refuses(request, 'conflict');
    open().when(start(UNTIL, true)).gives();
    open().when(resolve(false)).gives(failedEvent('You said that it did not go out.')).when(request).gives(requestedEvent(2));
  });

  test('counts as sent if its owner says so', () => {
    const email = open()
      .when(resolve(true))
      .gives({ type: 'EmailSent', data: { ...FACTS, attempt: 1, via: 'smtp', confirmed_by: 'owner' }, by: { kind: 'user', id: OWNER } });
    email.refuses(resolve(true), 'conflict');
  });

  test('counts as sent if the server confirms it later', () => {
    open().when(sent()).gives(sentEvent());
  });

  test('cannot exist before a worker has begun to send it', () => {
    requested().when(unknown()).gives();
    drafted().refuses(resolve(true), 'conflict');
  });
});
