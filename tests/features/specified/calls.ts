import {
  ACCOUNTABILITY,
  ALERT,
  ATTEMPT,
  AUDIT_ENTRY,
  CODE_TASK,
  DAILY,
  EMAIL_TASK,
  FILE,
  HISTORY_ENTRY,
  NOTIFICATIONS,
  OVERALL,
  PARTNER,
  PROFILE,
  RECURRING_TASK,
  SESSION,
  SIGNED_IN,
  TASK,
  TIME,
  USER,
  VERIFICATION,
  VERIFICATION_STATS,
  WEEKLY,
} from './shapes.ts';

/**
 * One call of the specification. `takes` are names of its query or its body, `gives` the fields of its answer (in square brackets:
 * a list of such things), `refuses` the codes that the specification names for it.
 */
export type Specified = readonly [call: string, takes: string, status: number, gives: string, refuses?: string];

const NEW_TASK =
  'title description due_date due_time priority verification_type proof_requirement tags estimate_minutes parent_id partner_id';
const NEW_ROUTINE = 'title description rrule start_date due_time mode verification_type proof_requirement priority tags estimate_minutes';
const NEW_PARTNER = 'name email whatsapp detail';
const NEW_EMAIL = 'to cc bcc subject body attachments';

/** The calls that the specification names, without plans, connections and AI. */
export const CALLS: readonly Specified[] = [
  ['POST /api/auth/signup', 'email password full_name timezone options', 201, `user{${USER}} session message`, 'validation_failed'],
  ['POST /api/auth/confirm', 'token password', 200, SIGNED_IN, 'token_invalid password_needed invalid_credentials'],
  ['POST /api/auth/resend', 'email', 202, ''],
  ['POST /api/auth/forgot', 'email', 202, ''],
  ['POST /api/auth/reset', 'token password', 200, SIGNED_IN, 'token_invalid'],
  ['POST /api/auth/signin', 'email password', 200, SIGNED_IN, 'invalid_credentials email_not_confirmed rate_limited cross_site'],
  ['POST /api/auth/password', 'current_password new_password', 200, SIGNED_IN, 'validation_failed cookie_needed'],
  ['POST /api/auth/signout', 'everywhere', 204, ''],
  ['GET /api/auth/session', '', 200, `user{${USER}} session{${SESSION}}`],
  ['GET /api/auth/me', '', 200, `user{${USER}}`],
  ['GET /api/auth/user', '', 200, `user{${USER}}`, 'unauthenticated'],

  ['GET /api/settings/profile', '', 200, PROFILE],
  ['PUT /api/settings/profile', PROFILE, 200, PROFILE, 'precondition_failed'],
  ['GET /api/settings/notifications', '', 200, NOTIFICATIONS],
  ['PUT /api/settings/notifications', NOTIFICATIONS, 200, NOTIFICATIONS, 'precondition_failed'],
  ['GET /api/settings/time', '', 200, TIME],
  ['PUT /api/settings/time', TIME, 200, TIME, 'precondition_failed'],
  ['GET /api/settings/accountability', '', 200, ACCOUNTABILITY],
  ['PUT /api/settings/accountability', ACCOUNTABILITY, 200, ACCOUNTABILITY, 'precondition_failed'],
  ['GET /api/settings/subscription', '', 200, 'plan'],
  ['POST /api/settings/subscription', 'plan', 200, 'url plan effective_at', 'conflict payment_failed'],
  ['GET /api/settings/account/export', '', 202, 'message', 'cross_site'],
  ['DELETE /api/settings/account', '', 200, 'message', 'cookie_needed'],
  [
    'GET /api/settings/all',
    '',
    200,
    `profile{${PROFILE}} notifications{${NOTIFICATIONS}} time{${TIME}} accountability{${ACCOUNTABILITY}} subscription{plan}`,
  ],

  ['GET /api/tasks', 'status due_from due_to tag limit after', 200, `[${TASK}]`],
  ['POST /api/tasks', NEW_TASK, 201, TASK, 'validation_failed conflict limit_reached'],
  ['GET /api/tasks/{id}', '', 200, TASK, 'not_found'],
  ['PUT /api/tasks/{id}', NEW_TASK, 200, TASK, 'precondition_failed deadline_passed archived conflict already_verified'],
  ['DELETE /api/tasks/{id}', '', 204, '', 'not_found precondition_failed'],
  ['PATCH /api/tasks/{id}/status', 'completed status reason', 200, TASK, 'deadline_passed children_open archived already_verified'],
  ['POST /api/tasks/{id}/undo', '', 200, TASK, 'nothing_to_undo deadline_passed already_verified'],
  ['POST /api/tasks/{id}/archive', '', 200, TASK, 'still_open'],
  ['POST /api/tasks/{id}/unarchive', '', 200, TASK],
  ['GET /api/tasks/missed', '', 200, `[${TASK}]`],
  ['GET /api/tasks/archived', '', 200, `[${TASK}]`],
  ['GET /api/tasks/{id}/children', '', 200, `[${TASK}]`, 'not_found'],
  ['DELETE /api/tasks/{id}/children', 'children', 200, 'deleted', 'validation_failed not_found'],

  ['GET /api/recurring_tasks', '', 200, `[${RECURRING_TASK}]`],
  ['POST /api/recurring_tasks', NEW_ROUTINE, 201, RECURRING_TASK, 'validation_failed limit_reached'],
  ['GET /api/recurring_tasks/{id}', '', 200, RECURRING_TASK, 'not_found'],
  ['PUT /api/recurring_tasks/{id}', `${NEW_ROUTINE} paused from`, 200, RECURRING_TASK, 'precondition_failed'],
  ['DELETE /api/recurring_tasks/{id}', '', 204, '', 'not_found precondition_failed'],
  ['POST /api/vacations', 'from to', 201, 'id from to created_at', 'conflict validation_failed limit_reached'],
  ['GET /api/vacations', '', 200, '[id from to created_at]'],
  ['DELETE /api/vacations/{id}', '', 204, '', 'not_found'],
  ['POST /api/days/{date}/nothing-due', '', 204, '', 'deadline_passed'],
  ['GET /api/streaks', '', 200, 'user{current longest freezes today} routines[recurring_task_id title current longest]'],

  ['GET /api/alerts', 'limit after', 200, `[${ALERT}]`],
  ['GET /api/alerts/active', '', 200, `[${ALERT}]`],
  ['PATCH /api/alerts/{id}/acknowledge', '', 200, ALERT, 'not_found'],

  ['GET /api/partners', '', 200, `[${PARTNER}]`],
  ['POST /api/partners', NEW_PARTNER, 201, PARTNER, 'conflict rate_limited'],
  ['PATCH /api/partners/{id}', `${NEW_PARTNER} status`, 200, PARTNER, 'conflict not_found precondition_failed'],
  ['POST /api/partners/{id}/summary', '', 202, '', 'not_accepted rate_limited'],

  ['GET /api/reports/daily', 'date', 200, DAILY, 'validation_failed'],
  ['GET /api/reports/weekly', 'offset', 200, WEEKLY],
  ['GET /api/reports/overall', 'start_date end_date', 200, OVERALL, 'validation_failed'],
  ['GET /api/reports/history', 'type limit after', 200, `[${HISTORY_ENTRY}]`],
  ['GET /api/reports/reports/pdf', 'type offset', 200, '', 'unavailable'],
  ['GET /api/reports/reports/html', 'type offset', 200, '', 'unavailable'],
  ['GET /api/reports/pdf', 'type offset', 200, '', 'unavailable'],
  ['GET /api/audit', 'task_id limit after', 200, `[${AUDIT_ENTRY}]`],

  ['GET /api/verifications/pending', '', 200, `[${VERIFICATION}]`],
  ['GET /api/verifications/history', 'state type limit after', 200, `[${VERIFICATION}]`],
  ['GET /api/verifications/stats', 'from to', 200, VERIFICATION_STATS],
  ['GET /api/verifications/{id}', '', 200, VERIFICATION, 'not_found'],
  [
    'POST /api/verifications/{id}/proof',
    'proofData{text links files commits design{requirements estimates components trade_offs diagram} email_task_id code_task_id}',
    201,
    VERIFICATION,
    'validation_failed deadline_passed proof_late in_review already_verified conflict archived children_open not_found',
  ],
  ['DELETE /api/verifications/{id}/proof', '', 200, VERIFICATION, 'conflict'],
  ['POST /api/verifications/{id}/appeal', 'text files', 202, VERIFICATION, 'not_accepted conflict deadline_passed'],

  ['POST /api/files', 'file task_id', 201, FILE, 'too_large validation_failed quota_exceeded'],
  ['POST /api/files/uploads', '', 201, '', 'too_large quota_exceeded'],
  ['PATCH /api/files/uploads/{id}', '', 204, '', 'validation_failed'],
  ['DELETE /api/files/uploads/{id}', '', 204, ''],
  ['GET /api/files', 'task_id', 200, `[${FILE}]`],
  ['GET /api/files/{id}', '', 200, '', 'not_found'],
  ['GET /api/files/{id}/preview', 'size', 200, '', 'not_found'],
  ['DELETE /api/files/{id}', '', 204, '', 'conflict'],

  [
    'POST /api/verifications/uploadEmailAttachment',
    'file task_id',
    200,
    'success meta{id name type size task_id}',
    'too_large quota_exceeded',
  ],
  ['POST /api/verifications/email-tasks', `task_id ${NEW_EMAIL}`, 201, EMAIL_TASK, 'validation_failed'],
  ['GET /api/verifications/email-tasks', 'task_id', 200, `[${EMAIL_TASK}]`],
  ['GET /api/verifications/email-tasks/{id}', '', 200, EMAIL_TASK, 'not_found'],
  ['PUT /api/verifications/email-tasks/{id}', NEW_EMAIL, 200, EMAIL_TASK, 'conflict'],
  ['DELETE /api/verifications/email-tasks/{id}', '', 204, '', 'conflict'],
  ['POST /api/verifications/email-tasks/{id}/review', '', 200, EMAIL_TASK, 'ai_allowance'],
  ['POST /api/verifications/email-tasks/send', 'id', 202, EMAIL_TASK],
  ['POST /api/verifications/email-tasks/{id}/resolve', 'sent', 200, EMAIL_TASK, 'conflict'],

  ['POST /api/verifications/code-by-url/{id}', 'urls', 201, `[${CODE_TASK}]`, 'validation_failed'],
  ['GET /api/verifications/code-by-url', 'task_id', 200, `[${CODE_TASK}]`],
  ['GET /api/verifications/code-by-url/{id}/attempts', '', 200, `[${ATTEMPT}]`],
  [
    'PUT /api/verifications/code-by-url/{id}',
    'title statement examples kind signature language code submit',
    200,
    `status attempt{${ATTEMPT}} code_task{${CODE_TASK}}`,
    'conflict validation_failed',
  ],
  ['GET /api/verifications/code-by-url/code_status/{id}', '', 200, 'completed status attempts'],
];
