import { expect, test } from 'vitest';
import type { z } from 'zod';
import { SCOPES } from '../../src/contracts/access.ts';
import { session } from '../../src/contracts/account.ts';
import { aiUsage, assistBody } from '../../src/contracts/ai.ts';
import { changeCodeTaskBody, codeAttempt, codeTask } from '../../src/contracts/code-task.ts';
import { emailTask } from '../../src/contracts/email-task.ts';
import { file } from '../../src/contracts/file.ts';
import { partner } from '../../src/contracts/partner.ts';
import { PLAN_IDS, PLAN_NAMES } from '../../src/contracts/plan.ts';
import { review, verification } from '../../src/contracts/proof.ts';
import { HISTORY_TYPES, historyEntry, REPORT_TYPES, streaks } from '../../src/contracts/report.ts';
import { recurringTask } from '../../src/contracts/routine.ts';
import { accountability, notifications, timeSettings } from '../../src/contracts/settings.ts';
import { subscriptionStatus } from '../../src/contracts/subscription.ts';
import { alert, task } from '../../src/contracts/task.ts';

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
])('%s is one of those of the specification', (_what, schema, values) => {
  expect(valuesOf(schema)).toEqual(values.split(' '));
});

test('plans, scopes and reports have the names of the specification', () => {
  expect([PLAN_IDS.join(' '), PLAN_NAMES.join(' ')]).toEqual(['free byok pro', 'Free BYOK Pro']);
  expect(SCOPES.join(' ')).toBe('tasks:read tasks:write proof:write reports:read settings:read settings:write');
  expect(REPORT_TYPES.join(' ')).toBe('daily weekly overall history');
  expect(HISTORY_TYPES.join(' ')).toBe('all tasks verifications alerts streaks partner account');
});

test('there are four notifications', () => {
  expect(Object.keys(notifications.shape)).toEqual(['task_reminders', 'verification_updates', 'weekly_reports', 'system_updates']);
});
