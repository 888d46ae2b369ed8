/**
 * The fields of the things that the API gives, as the specification writes them. `name{…}` has fields of its own, `name[…]` is a
 * list of things with these fields.
 */

export const USER = 'id email email_confirmed_at timezone deletion_at created_at user_metadata{full_name avatar_url}';
export const SESSION = 'access_token token_type expires_in expires_at';
export const SIGNED_IN = `user{${USER}} session{${SESSION}}`;

export const TASK =
  'id title description due_date due_time due_at status completed late verification_type verification_state proof_due_at priority tags estimate_minutes focused_minutes parent_id recurring_task_id postponed archived skip_reason created_at completed_at missed_at outcome corrected proof_requirement';
export const RECURRING_TASK =
  'id title description rrule start_date due_time mode verification_type proof_requirement priority tags estimate_minutes paused next_dates streak{current longest} created_at';
export const TIME_BOX = 'id task_id title date time minutes starts_at ends_at overlaps focused_minutes created_at';
export const FOCUS_SESSION = 'id task_id title box_id minutes state started_at ends_at ended_at focused_seconds pauses[from to] end';
export const ALERT = 'id task_id title message severity type acknowledged resolved created_at';

export const PROFILE = 'full_name email timezone avatar_url';
export const NOTIFICATIONS = 'task_reminders verification_updates weekly_reports system_updates';
export const TIME =
  'todo_reminder_day todo_reminder_time proof_submission_deadline_hours weekly_report_day weekly_report_time weekly_assessment_day weekly_assessment_time';
export const CHANNELS = 'push evening_mail evening_time quiet_from quiet_to rest_days';
export const ACCOUNTABILITY =
  'partner_name partner_email partner_whatsapp partner_detail ai_email ai_coding ai_system_design ai_general partner_status';
export const PUSH_SUBSCRIPTION = 'id name created_at last_sent_at problem';
export const PARTNER = 'id name email whatsapp status detail invited_at accepted_at';

const COUNTS = 'planned kept missed skipped open postponed taken_back late verified on_word completion_rate';
const REPORT = `timezone generated_at counts{${COUNTS}} streak{current longest freezes} note focus{minutes sessions planned_minutes}`;
export const DAILY = `date ${REPORT} tasks[${TASK}] more`;
export const WEEKLY = `from to offset ${REPORT} days[date counts{${COUNTS}}] hours median_delay_minutes tasks[${TASK}]`;
export const OVERALL = `start_date end_date ${REPORT} weeks[from counts{${COUNTS}}] weekdays[${COUNTS}] hours median_delay_minutes`;
export const HISTORY_ENTRY = 'id at type action title task_id actor detail';
export const HEAD = 'ledger size root at key_id signature succeeds{ledger size at reason}';
export const INCLUSION = 'leaf_index size path';
export const PROVEN_EVENT = `event hash previous_hash stream revision leaf_index proof{${INCLUSION}}`;
export const AUDIT_ENTRY = 'id at recorded_at actor{kind name} action subject{kind id} before after position hash';

export const FILE = 'id name type size sha256 width height preview captured_at created_at task_id seen_before{task_id at how}';
const REVIEW = 'id at judge{kind name} verdict score criteria[name score comment] comment model prompt_version seen[file as]';
const COMMIT = 'url sha repository author committed_at message confirmed note';
const DESIGN = 'requirements estimates components trade_offs diagram{mermaid file}';
const SUBMISSION = `id at text links files[${FILE}] commits[${COMMIT}] design{${DESIGN}} email_task_id code_task_id state reviews[${REVIEW}]`;
const APPEAL = `text files[${FILE}] at state comment decided_at`;
export const VERIFICATION = `id task_id task_title type state requirement due_at proof_due_at judge submissions[${SUBMISSION}] decision{${REVIEW}} appeal{${APPEAL}} corrected created_at updated_at`;
export const VERIFICATION_STATS =
  'required verified rejected expired waiting by_judge{check partner ai rubric self} median_hours_to_proof median_hours_to_decision';
export const EMAIL_TASK = `id task_id to cc bcc subject body attachments[id name type size] status review{${REVIEW}} via message_id error created_at sent_at`;
export const ATTEMPT = 'id at language code status results[input expected actual passed output ms error] passed total ms';
export const CODE_TASK = `id task_id url title statement examples[input output explanation edited] constraints kind signature{name parameters} status error attempts best{${ATTEMPT}} created_at`;
export const SUBMITTED_DESIGN = `id task_id design{${DESIGN}} feedback{${REVIEW}} follow_up_questions created_at`;

export const PLAN =
  'id name price_cents currency interval features popular limits{ai_mini_monthly ai_premium_monthly storage_mb tokens webhooks partner}';
export const SUBSCRIPTION = 'isPremium status phase plan trial{available ends_at} current_period_end cancel_at_period_end pending{plan at}';
export const AI_USAGE = 'period{from to} plan key mini{used limit} premium{used limit} modules[module mini premium] renews_at';
export const SOLUTION = 'id code_task_id explanation complexity alternatives[title language code trade_offs] model created_at';
export const POST = `id status text image{${FILE}} facts{kept streak from to} share_url created_at`;
export const CONNECTION = 'platform connected userIdOnPlatform scopes connected_at problem';
export const TOKEN = 'id name scopes created_at last_used_at expires_at';
