import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { profileQuery, updateProfile } from '../../../web/api/account.ts';
import { aiUsageQuery, createPost, designFeedbackQuery, postsQuery, solutionQuery } from '../../../web/api/ai.ts';
import { acknowledgeAlert, activeAlertsQuery, alertPagesQuery } from '../../../web/api/alerts.ts';
import { addQuestions, attemptsQuery, codeTasksQuery, runCode } from '../../../web/api/code-tasks.ts';
import { connectionsQuery, fetchState, startAddress } from '../../../web/api/connections.ts';
import { createEmail, deleteEmail, emailsQuery, fetchEmail, sendEmail, updateEmail } from '../../../web/api/email-tasks.ts';
import { partnersQuery, setPartnerDetail } from '../../../web/api/partners.ts';
import { makeQueryClient } from '../../../web/api/query-client.ts';
import { ALL_HISTORY, dailyQuery, historyQuery, overallQuery, reportFile, weeklyQuery } from '../../../web/api/reports.ts';
import { createRoutine, editRoutine, endRoutine, routinesQuery } from '../../../web/api/routines.ts';
import { ownUserQuery, sessionQuery, signIn, signOut, signUp } from '../../../web/api/session.ts';
import {
  accountabilityQuery,
  allSettingsQuery,
  deleteAccount,
  exportsQuery,
  notificationsQuery,
  requestExport,
  timeQuery,
  updateAccountability,
  updateNotifications,
  updateTime,
} from '../../../web/api/settings.ts';
import {
  cancelSubscription,
  createCheckout,
  createPortal,
  readProvider,
  subscriptionSettingsQuery,
  updateSubscription,
} from '../../../web/api/subscriptions.ts';
import {
  childrenQuery,
  createTask,
  deleteTask,
  deleteTaskChildren,
  editTask,
  setTaskStatus,
  taskQuery,
  tasksQuery,
} from '../../../web/api/tasks.ts';
import { giveProof, pendingQuery, verificationHistoryQuery } from '../../../web/api/verifications.ts';

let asked: string[] = [];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('location', { origin: 'https://vouch.example' });
  // A server that refuses without a sentence, so that the message is the client's own.
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    asked.push(`${method} ${url}${typeof body === 'string' ? ` ${body}` : ''}`);
    return new Response(null, { status: 400 });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Runs the request of a query, or of the first page of one. */
const read = (query: { readonly queryFn?: unknown }): Promise<unknown> =>
  (query.queryFn as (context: object) => Promise<unknown>)({ signal: new AbortController().signal, pageParam: null });
const signal = new AbortController().signal;
const EMAIL = { to: [], cc: [], bcc: [], subject: '', body: '', attachments: [] };
const NOTIFICATIONS = { taskReminders: true, verificationUpdates: true, weeklyReports: false, systemUpdates: true };
const TIME = { todoReminderTime: '08:00' } as Parameters<typeof updateTime>[0];
const PARTNER = { partnerName: 'Ann' } as Parameters<typeof updateAccountability>[0];

/** The message of a failure, the request, and what sends it. */
const CALLS: readonly (readonly [message: string, request: string, send: () => Promise<unknown>])[] = [
  ['Failed to get session', 'GET /api/auth/session', () => read(sessionQuery())],
  ['Failed to get user', 'GET /api/auth/user', () => read(ownUserQuery())],
  ['Login failed', 'POST /api/auth/signin {"email":"a@b.c","password":"p"}', () => signIn({ email: 'a@b.c', password: 'p' })],
  [
    'Sign up failed',
    'POST /api/auth/signup {"email":"a@b.c","password":"p","full_name":"","timezone":"UTC","options":{"emailRedirectTo":"https://vouch.example/"}}',
    () => signUp({ email: 'a@b.c', password: 'p', fullName: '', timezone: 'UTC' }),
  ],
  ['Failed to sign out', 'POST /api/auth/signout {}', () => signOut()],

  ['Failed to fetch profile', 'GET /api/settings/profile', () => read(profileQuery())],
  ['Failed to update profile', 'PUT /api/settings/profile {"full_name":"Ann"}', () => updateProfile({ fullName: 'Ann' })],
  ['Failed to fetch notifications', 'GET /api/settings/notifications', () => read(notificationsQuery())],
  [
    'Failed to update notifications',
    'PUT /api/settings/notifications {"task_reminders":true,"verification_updates":true,"weekly_reports":false,"system_updates":true}',
    () => updateNotifications(NOTIFICATIONS, null),
  ],
  ['Failed to fetch time settings', 'GET /api/settings/time', () => read(timeQuery())],
  ['Failed to update time settings', 'PUT /api/settings/time {"todo_reminder_time":"08:00"}', () => updateTime(TIME, null)],
  ['Failed to fetch accountability partner', 'GET /api/settings/accountability', () => read(accountabilityQuery())],
  [
    'Failed to update accountability partner',
    'PUT /api/settings/accountability {"partner_name":"Ann"}',
    () => updateAccountability(PARTNER, null),
  ],
  ['Failed to fetch subscription', 'GET /api/settings/subscription', () => read(subscriptionSettingsQuery())],
  ['Failed to update subscription', 'POST /api/settings/subscription {"plan":"Pro"}', () => updateSubscription('Pro')],
  ['Failed to request data export', 'GET /api/settings/account/export', requestExport],
  ['Failed to fetch exports', 'GET /api/settings/account/exports', () => read(exportsQuery())],
  ['Failed to delete account', 'DELETE /api/settings/account', deleteAccount],
  ['Failed to fetch all settings', 'GET /api/settings/all', () => read(allSettingsQuery())],

  ['Failed to fetch task', 'GET /api/tasks/t', () => read(taskQuery('t'))],
  ['Failed to fetch all tasks', 'GET /api/tasks?limit=1000', () => read(tasksQuery())],
  ['Failed to create task', 'POST /api/tasks {"title":"Run"}', () => createTask({ title: 'Run' })],
  [
    'Failed to update task status',
    'PATCH /api/tasks/t/status {"completed":true,"status":"completed"}',
    () => setTaskStatus('t', 'completed'),
  ],
  ['Failed to update task', 'PUT /api/tasks/t {"title":"Run"}', () => editTask('t', { title: 'Run' })],
  ['Failed to delete task', 'DELETE /api/tasks/t', () => deleteTask('t')],
  ['Failed to fetch task children', 'GET /api/tasks/t/children', () => read(childrenQuery('t'))],
  ['Failed to delete task children', 'DELETE /api/tasks/t/children {"children":["c"]}', () => deleteTaskChildren('t', ['c'])],

  ['Failed to fetch recurring tasks', 'GET /api/recurring_tasks', () => read(routinesQuery())],
  [
    'Failed to create recurring task',
    'POST /api/recurring_tasks {"title":"Run","rrule":"FREQ=DAILY"}',
    () => createRoutine({ title: 'Run', rrule: 'FREQ=DAILY' }),
  ],
  ['Failed to update recurring task', 'PUT /api/recurring_tasks/r {"paused":true}', () => editRoutine('r', { paused: true })],
  ['Failed to delete recurring task', 'DELETE /api/recurring_tasks/r', () => endRoutine('r')],

  ['Failed to fetch alerts', 'GET /api/alerts?limit=50', () => read(alertPagesQuery())],
  ['Failed to fetch active alerts', 'GET /api/alerts/active', () => read(activeAlertsQuery())],
  ['Failed to acknowledge alert', 'PATCH /api/alerts/a/acknowledge', () => acknowledgeAlert('a')],
  ['Failed to fetch partners', 'GET /api/partners', () => read(partnersQuery())],
  ['Failed to update partner', 'PATCH /api/partners/p {"detail":"counts"}', () => setPartnerDetail('p', 'counts')],

  ['Failed to fetch pending verifications', 'GET /api/verifications/pending', () => read(pendingQuery())],
  [
    'Failed to fetch verification history',
    'GET /api/verifications/history?limit=30',
    () => read(verificationHistoryQuery({ state: null, type: null })),
  ],
  [
    'Failed to submit proof',
    'POST /api/verifications/t/proof {"proofData":{"text":"Done."}}',
    () => giveProof('t', { text: 'Done.' }, 'k'),
  ],
  ['Failed to fetch email tasks', 'GET /api/verifications/email-tasks?task_id=t&limit=200', () => read(emailsQuery('t'))],
  ['Failed to fetch email task', 'GET /api/verifications/email-tasks/e', () => fetchEmail('e')],
  [
    'Failed to create email task',
    'POST /api/verifications/email-tasks {"task_id":"t","to":[],"cc":[],"bcc":[],"subject":"","body":"","attachments":[]}',
    () => createEmail('t', EMAIL, 'k'),
  ],
  [
    'Failed to update email task',
    'PUT /api/verifications/email-tasks/e {"to":[],"cc":[],"bcc":[],"subject":"","body":"","attachments":[]}',
    () => updateEmail('e', EMAIL, null),
  ],
  ['Failed to delete email task', 'DELETE /api/verifications/email-tasks/e', () => deleteEmail('e')],
  ['Failed to send email task', 'POST /api/verifications/email-tasks/send {"id":"e"}', () => sendEmail('e', null)],
  ['Failed to fetch coding questions from URLs', 'GET /api/verifications/code-by-url?task_id=t', () => read(codeTasksQuery('t'))],
  [
    'Failed to submit coding questions from URLs',
    'POST /api/verifications/code-by-url/t {"urls":["https://a.example/1"]}',
    () => addQuestions('t', ['https://a.example/1'], 'k'),
  ],
  [
    'Failed to update coding attempt',
    'PUT /api/verifications/code-by-url/c {"language":"python","code":"1","submit":true}',
    () => runCode('c', { language: 'python', code: '1', submit: true }),
  ],
  ['Failed to fetch code submit status', 'GET /api/verifications/code-by-url/c/attempts', () => read(attemptsQuery('c'))],

  ['Failed to fetch OAuth status', 'GET /api/oauth/status', () => read(connectionsQuery())],
  ['Failed to fetch OAuth state', 'GET /api/oauth/state', fetchState],
  ['Failed to fetch coding solutions', 'GET /api/premium/coding/solutions/c', () => read(solutionQuery('c'))],
  ['Failed to fetch system design submissions', 'GET /api/premium/system-design/submissions/t', () => read(designFeedbackQuery('t', 's'))],
  ['Failed to fetch social posts', 'GET /api/premium/social/posts', () => read(postsQuery())],
  [
    'Failed to create social post',
    'POST /api/premium/social/posts {"about":"week","tone":"plain"}',
    () => createPost({ about: 'week', tone: 'plain' }, 'k'),
  ],
  ['Failed to fetch AI usage', 'GET /api/premium/ai-usage', () => read(aiUsageQuery())],
  ['Failed to create checkout session', 'POST /api/subscriptions/checkout-session {"plan":"pro"}', () => createCheckout('pro')],
  ['Failed to open billing portal', 'POST /api/subscriptions/portal-session', createPortal],
  ['Failed to cancel subscription', 'POST /api/subscriptions/cancel', cancelSubscription],
  ['Failed to fetch subscription status', 'POST /api/subscriptions/update-status', readProvider],

  ['Failed to fetch daily report', 'GET /api/reports/daily?date=2026-11-23', () => read(dailyQuery('2026-11-23'))],
  ['Failed to fetch weekly report', 'GET /api/reports/weekly?offset=0', () => read(weeklyQuery(0))],
  [
    'Failed to fetch overall report',
    'GET /api/reports/overall?start_date=2026-01-01&end_date=2026-11-23',
    () => read(overallQuery('2026-01-01', '2026-11-23')),
  ],
  ['Failed to fetch history report', 'GET /api/reports/history?type=all&limit=50', () => read(historyQuery(ALL_HISTORY))],
  [
    'Failed to fetch PDF report',
    'GET /api/reports/reports/pdf?type=weekly&offset=0',
    () => reportFile({ type: 'weekly', format: 'pdf', offset: 0 }, signal),
  ],
  [
    'Failed to fetch HTML report',
    'GET /api/reports/reports/html?type=daily&offset=-1',
    () => reportFile({ type: 'daily', format: 'html', offset: -1 }, signal),
  ],
];

test.each(CALLS)('%s: %s', async (message, request, send) => {
  await expect(send()).rejects.toMatchObject({ name: 'ApiError', message });
  expect(asked).toEqual([request]);
});

test('a connection begins at the address of its service', () => {
  expect([startAddress('google', 'a b'), startAddress('github')]).toEqual(['/api/oauth/google?state=a+b', '/api/oauth/github']);
});

test('the session is polled every 30 s', () => expect(sessionQuery().refetchInterval).toBe(30_000));

test('data stays fresh for 5 minutes, and a temporary failure is retried twice', () => {
  const { staleTime, retry } = makeQueryClient().getDefaultOptions().queries ?? {};
  expect(staleTime).toBe(5 * 60 * 1_000);
  const again = (failures: number) => (retry as (failures: number, error: Error) => boolean)(failures, new TypeError('fetch failed'));
  expect([0, 1, 2].map(again)).toEqual([true, true, false]);
});
