import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { profileBody, session, signupBody } from '../../src/contracts/account.ts';
import { aiUsage, assistBody } from '../../src/contracts/ai.ts';
import { SCOPES } from '../../src/contracts/call.ts';
import { addQuestionsBody, changeCodeTaskBody, codeAttempt, codeTask } from '../../src/contracts/code-task.ts';
import { ATTACHMENT_BYTES, emailTask, newEmailBody } from '../../src/contracts/email.ts';
import { FILE_BYTES, file } from '../../src/contracts/file.ts';
import { partner } from '../../src/contracts/partner.ts';
import { PLAN_IDS, PLAN_NAMES } from '../../src/contracts/plan.ts';
import { appealBody, proofBody, review, verification } from '../../src/contracts/proof.ts';
import { HISTORY_TYPES, historyEntry, MOST_ROWS, REPORT_TYPES, streaks } from '../../src/contracts/report.ts';
import { recurringTask } from '../../src/contracts/routine.ts';
import { accountability, notifications, timeSettings, timeSettingsBody } from '../../src/contracts/settings.ts';
import { contactSalesBody, subscriptionStatus } from '../../src/contracts/subscription.ts';
import { alert, newTaskBody, task } from '../../src/contracts/task.ts';
import { localDate } from '../../src/contracts/time.ts';

/** The values of an enumeration, also of one that may be null or left out. */
function valuesOf(schema: unknown): readonly unknown[] {
  const { innerType, entries, values } = (schema as z.ZodType & { def: Record<string, unknown> }).def;
  return innerType === undefined ? ((values as unknown[]) ?? Object.values(entries as object)) : valuesOf(innerType);
}

const submission = verification.shape.submissions.element;
const DAYS = 'monday tuesday wednesday thursday friday saturday sunday';

test.each([
  ['the status of a task', task.shape.status, 'pending in_progress completed missed skipped'],
  ['its kind of verification', task.shape.verification_type, 'none email coding system_design general'],
  ['how its verification stands', task.shape.verification_state, 'not_required awaiting_proof in_review verified rejected expired'],
  ['its outcome', task.shape.outcome, 'kept missed skipped open none'],
  ['its priority', task.shape.priority, 'high medium low none'],
  ['the mode of a routine', recurringTask.shape.mode, 'due completion'],
  ['the severity of an alert', alert.shape.severity, 'critical high medium low'],
  ['the type of an alert', alert.shape.type, 'task_missed deadline_approaching streak_broken other'],
  ['the day of the reminder', timeSettings.shape.todo_reminder_day, `everyday ${DAYS}`],
  ['the day of the report', timeSettings.shape.weekly_report_day, DAYS],
  ['the day of the assessment', timeSettings.shape.weekly_assessment_day, DAYS],
  ['the status of a partner', partner.shape.status, 'invited accepted declined unsubscribed removed'],
  ['what a partner reads', accountability.shape.partner_detail, 'titles counts'],
  ['today in the streak', streaks.shape.user.shape.today, 'kept open missed none'],
  ['who acts', historyEntry.shape.actor.shape.kind, 'user system partner ai provider'],
  ['who decides about a proof', verification.shape.judge, 'check partner ai self'],
  ['the state of a proof', submission.shape.state, 'in_review accepted rejected withdrawn'],
  ['who reviewed', review.shape.judge.shape.kind, 'check partner ai rubric self'],
  ['the verdict', review.shape.verdict, 'accepted rejected comment'],
  ['how a file was seen before', file.shape.seen_before.unwrap().shape.how, 'same similar'],
  ['the status of an email', emailTask.shape.status, 'draft sending sent failed unknown'],
  ['the way of an email', emailTask.shape.via, 'gmail smtp development'],
  ['the status of a coding question', codeTask.shape.status, 'ready needs_statement attempted completed'],
  ['its kind', codeTask.shape.kind, 'function stdio'],
  ['the language of code', changeCodeTaskBody.shape.language, 'javascript typescript python'],
  ['the status of an attempt', codeAttempt.shape.status, 'passed failed error timeout memory'],
  ['the status of a subscription', subscriptionStatus.shape.status, 'none active canceled'],
  ['its phase', subscriptionStatus.shape.phase, 'trial paid past_due'],
  ['the key of the AI', aiUsage.shape.key, 'operator own none'],
  ['the help of the AI', assistBody.shape.kind, 'split estimate prioritise'],
  ['the type of a token', session.shape.token_type, 'bearer'],
])('the values of the specification are accepted for %s', (_what, schema, values) => {
  expect(valuesOf(schema)).toEqual(values.split(' '));
});

test('plans, scopes and reports have the names of the specification', () => {
  expect([PLAN_IDS.join(' '), PLAN_NAMES.join(' ')]).toEqual(['free byok pro', 'Free BYOK Pro']);
  expect(SCOPES.join(' ')).toBe('tasks:read tasks:write proof:write reports:read settings:read settings:write');
  const specified = REPORT_TYPES.filter((type) => type !== 'procrastination');
  expect(specified.join(' '), 'putting off is a document, too').toBe('daily weekly overall history');
  expect(HISTORY_TYPES.join(' ')).toBe('all tasks verifications alerts streaks partner account');
});

test('there are four notifications', () => {
  expect(Object.keys(notifications.shape)).toEqual(['task_reminders', 'verification_updates', 'weekly_reports', 'system_updates']);
});

/** Text of so many characters, each of which takes two units of UTF-16. */
const text = (length: number): string => '𝒂'.repeat(length);
const list = <T>(length: number, of: (index: number) => T): readonly T[] => Array.from({ length }, (_, index) => of(index));
const link = (index: number): string => `https://example.org/${index}`;
const recipient = (index: number): string => `a${index}@example.org`;
const proofOf = (field: string) => ({ path: ['proofData', field], of: (value: unknown) => ({ proofData: { [field]: value } }) });
const designOf = (field: string) => ({
  path: ['proofData', 'design', field],
  of: (value: unknown) => ({ proofData: { design: { [field]: value } } }),
});

/** Whether a body is refused for what it has at this path. */
const refuses = (schema: z.ZodType, body: unknown, path: readonly string[]): boolean =>
  schema.safeParse(body).error?.issues.some((issue) => path.every((name, index) => issue.path[index] === name)) ?? false;

type Bound = readonly [what: string, schema: z.ZodType, field: string | ReturnType<typeof proofOf>, most: unknown, beyond: unknown];
const BOUNDS: readonly Bound[] = [
  ['a title has 1 to 200 characters', newTaskBody, 'title', text(200), text(201)],
  ['a title is not blank', newTaskBody, 'title', 'a', ' '],
  ['a description has 10,000', newTaskBody, 'description', text(10_000), text(10_001)],
  ['there are 20 tags', newTaskBody, 'tags', list(20, String), list(21, String)],
  ['a tag has 50 characters', newTaskBody, 'tags', [text(50)], [text(51)]],
  ['a tag has at least one', newTaskBody, 'tags', ['a'], ['']],
  ['an estimate is at most 1,440 minutes', newTaskBody, 'estimate_minutes', 1_440, 1_441],
  ['an estimate is at least one minute', newTaskBody, 'estimate_minutes', 1, 0],
  ['what is asked for as proof has 2,000 characters', newTaskBody, 'proof_requirement', text(2_000), text(2_001)],
  ['an address has 254 characters', signupBody, 'email', `${'a'.repeat(242)}@example.org`, `${'a'.repeat(243)}@example.org`],
  ['a name has 200', signupBody, 'full_name', text(200), text(201)],
  ['a password has at least 8', signupBody, 'password', text(8), text(7)],
  ['a password has at most 256', signupBody, 'password', text(256), text(257)],
  ['the address of a picture has 2,048', profileBody, 'avatar_url', `https://${'a'.repeat(2_040)}`, `https://${'a'.repeat(2_041)}`],
  ['the proof deadline is at most 720 hours', timeSettingsBody, 'proof_submission_deadline_hours', 720, 721],
  ['the proof deadline is at least one hour', timeSettingsBody, 'proof_submission_deadline_hours', 1, 0],
  ['a proof has 10,000 characters', proofBody, proofOf('text'), text(10_000), text(10_001)],
  ['a proof has 10 links', proofBody, proofOf('links'), list(10, link), list(11, link)],
  ['a proof has 20 files', proofBody, proofOf('files'), list(20, String), list(21, String)],
  ['a proof has 20 commits', proofBody, proofOf('commits'), list(20, link), list(21, link)],
  ['a part of a design has 10,000 characters', proofBody, designOf('components'), text(10_000), text(10_001)],
  ['a diagram has 20,000', proofBody, designOf('diagram'), { mermaid: text(20_000) }, { mermaid: text(20_001) }],
  ['an appeal has 2,000', appealBody, 'text', text(2_000), text(2_001)],
  ['an appeal has at least one', appealBody, 'text', 'a', ''],
  ['an email has 20 recipients', newEmailBody, 'to', list(20, recipient), list(21, recipient)],
  ['its subject has 200 characters', newEmailBody, 'subject', text(200), text(201)],
  ['its text has 50,000', newEmailBody, 'body', text(50_000), text(50_001)],
  ['it has 10 attachments', newEmailBody, 'attachments', list(10, String), list(11, String)],
  ['five questions are added at once', addQuestionsBody, 'urls', list(5, link), list(6, link)],
  ['at least one question is added', addQuestionsBody, 'urls', list(1, link), []],
  ['a statement has 50,000 characters', changeCodeTaskBody, 'statement', text(50_000), text(50_001)],
  ['there are 50 examples', changeCodeTaskBody, 'examples', list(50, example), list(51, example)],
  ['code has 64 KB', changeCodeTaskBody, 'code', 'a'.repeat(65_536), 'a'.repeat(65_537)],
  ['a message to sales has 5,000 characters', contactSalesBody, 'message', text(5_000), text(5_001)],
];
function example() {
  return { input: '1', output: '1' };
}

describe('the bounds of the specification', () => {
  test.each(BOUNDS)('%s', (_what, schema, field, most, beyond) => {
    const { path, of } = typeof field === 'string' ? { path: [field], of: (value: unknown) => ({ [field]: value }) } : field;
    expect([refuses(schema, of(most), path), refuses(schema, of(beyond), path)]).toEqual([false, true]);
  });

  test('the last date is 2100-12-31', () => {
    expect(['2100-12-31', '2101-01-01'].map((date) => localDate.safeParse(date).success)).toEqual([true, false]);
  });

  test('a file may have 25 MiB, attachments 20 MiB together, and a report 5,000 rows', () => {
    expect([FILE_BYTES, ATTACHMENT_BYTES, MOST_ROWS]).toEqual([26_214_400, 20 * 1_024 * 1_024, 5_000]);
  });
});
