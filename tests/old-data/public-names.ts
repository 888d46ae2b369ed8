import type { Answer } from './answers.ts';
import { type OldData, readOldData } from './archive.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
export type Body = any;

/** Changes the bodies of the answers with status 200 whose path matches. */
export const inBody =
  (path: RegExp, change: (body: Body) => Body): ((answer: Answer) => Answer) =>
  (answer) => {
    if (!path.test(answer.path) || answer.status !== 200) return answer;
    const body = change(answer.body);
    return JSON.stringify(body) === JSON.stringify(answer.body) ? answer : { ...answer, body };
  };

/** Changes every object inside a JSON body for which `is` holds, the innermost first. */
export const everyObject =
  (is: (value: Body) => boolean, change: (value: Body) => Body) =>
  (body: Body): Body => {
    if (Array.isArray(body)) return body.map(everyObject(is, change));
    if (typeof body !== 'object' || body === null) return body;
    const inside = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, everyObject(is, change)(value)]));
    return is(inside) ? change(inside) : inside;
  };

/** A whole task, as lists, reports and `GET /api/tasks/{id}` show it. */
export const isTask = (value: Body): boolean => 'verification_state' in value && 'title' in value && 'id' in value;

// The change from stored names to public names (issue 11, part 3), stated a second time: what history, audit and the
// history on paper say today, worked out from what they said then.

/** By stored name: the public name, and the words before a title. */
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  TaskPromised: ['task.created', 'Promised'],
  TaskEdited: ['task.edited', 'Edited'],
  TaskStarted: ['task.started', 'Started'],
  TaskReopened: ['task.reopened', 'Reopened'],
  TaskCompleted: ['task.completed', 'Completed'],
  TaskSkipped: ['task.skipped', 'Skipped'],
  TaskMissed: ['task.missed', 'Missed'],
  TaskArchived: ['task.archived', 'Archived'],
  TaskUnarchived: ['task.unarchived', 'Taken out of the archive'],
  TaskDeleted: ['task.deleted', 'Deleted'],
  TaskWithdrawn: ['task.withdrawn', 'Withdrawn'],
  TaskRestored: ['task.restored', 'Restored'],
  TaskUndone: ['task.undone', 'Taken back:'],
  ProofExpired: ['task.proof_expired', 'Proof expired'],
  AlertRaised: ['alert.raised', 'Alert raised:'],
  AlertResolved: ['alert.resolved', 'Alert resolved:'],
  AlertAcknowledged: ['alert.acknowledged', 'Alert acknowledged:'],
  DayClosed: ['day.closed', 'Day closed'],
  RoutineStarted: ['routine.created', 'Routine started'],
  RoutineChanged: ['routine.changed', 'Routine changed'],
  RoutinePaused: ['routine.paused', 'Routine paused'],
  RoutineResumed: ['routine.resumed', 'Routine resumed'],
  RoutineEnded: ['routine.ended', 'Routine ended'],
  VacationTaken: ['vacation.created', 'Vacation taken'],
  VacationCancelled: ['vacation.cancelled', 'Vacation cancelled'],
  ReminderCame: ['reminder.scheduled', 'Reminder'],
  EscalationCame: ['escalation.sent', 'Escalation'],
  WeeklyReportCame: ['weekly_report.sent', 'Weekly report'],
  WeeklyAssessmentCame: ['weekly_assessment.sent', 'Weekly assessment'],
  NothingDueSaid: ['day.declared_free', 'Nothing due'],
  PartnerInvited: ['partner.invited', 'Partner invited'],
  PartnerChanged: ['partner.changed', 'Partner changed'],
  PartnerAccepted: ['partner.accepted', 'Partner accepted'],
  PartnerDeclined: ['partner.declined', 'Partner declined'],
  PartnerUnsubscribed: ['partner.unsubscribed', 'Partner unsubscribed'],
  PartnerAddressRefused: ['partner.address_refused', 'Former address refused'],
  PartnerRemoved: ['partner.removed', 'Partner removed'],
  SummaryAsked: ['partner.summary_requested', 'Summary requested'],
  DeliverySent: ['delivery.sent', 'Message sent'],
  DeliveryFailed: ['delivery.failed', 'Message not delivered'],
  AccountDeletionRequested: ['account.deletion_requested', 'Account deletion requested'],
  AccountRegistered: ['account.created', 'Signed up'],
  AccountConfirmed: ['account.confirmed', 'Address confirmed'],
  ProfileChanged: ['account.profile_changed', 'Profile changed'],
  TimezoneChanged: ['account.timezone_changed', 'Time zone changed'],
  TimeSettingsChanged: ['account.time_settings_changed', 'Time settings changed'],
  PasswordChanged: ['account.password_changed', 'Password changed'],
  SignedOutEverywhere: ['account.signed_out_everywhere', 'Signed out everywhere'],
  NotificationsChanged: ['account.notifications_changed', 'Notifications changed'],
  AiPartnerChanged: ['account.ai_partner_changed', 'AI review changed'],
  SessionStarted: ['session.started', 'Signed in'],
  SessionEnded: ['session.ended', 'Signed out'],
  ExportRequested: ['export.requested', 'Export requested'],
  ExportReady: ['export.completed', 'Export ready'],
  ExportFailed: ['export.failed', 'Export failed'],
  ExportTaken: ['export.downloaded', 'Export downloaded'],
  ExportExpired: ['export.expired', 'Export expired'],
};
/** A scheduled message that was not sent has a name of its own. */
const SENT = /sent by mail\.$|was told that the day was not filled\.$/;

function nameOf({ action, detail }: Body): string {
  const [name] = NAMES[action] as readonly [string, string];
  const [subject, what] = name.split('.');
  return what === 'sent' && subject !== 'delivery' && !SENT.test(detail ?? '') ? `${subject}.skipped` : name;
}
const labelOf = ({ action }: Body): string => (NAMES[action] as readonly [string, string])[1];
const alone = (label: string): string => label.replace(/:$/, '');

/** The name of an event in the printed history of that program. */
function nameThen(action: string): string {
  const spaced = action
    .replace(/^(Task|Account)(?=[A-Z])/, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const EDITS: Readonly<Record<string, (now: Body, was: Body) => string>> = {
  title: (_now, was) => (was ? `Renamed from ‘${was}’.` : 'Renamed.'),
  description: () => 'Notes changed.',
  tags: (now) => (now.length > 0 ? `Tags set to ${now.map((tag: string) => `#${tag}`).join(' ')}.` : 'Tags taken away.'),
  priority: (now) => `Priority set to ${now}.`,
  verification_type: (now) => (now === 'none' ? 'Proof no longer asked for.' : `Proof set to ${now.replace('_', ' ')}.`),
  estimate_minutes: (now) => {
    if (now === null) return 'Estimate taken away.';
    const [hours, minutes] = [Math.floor(now / 60), now % 60];
    return `Estimate set to ${[hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean).join(' ')}.`;
  },
  parent_id: (now) => (now ? 'Made a step of another task.' : 'No longer a step.'),
};

/** An edit lists the fields that were set; earlier it named the fields only. */
function detailOf({ action, detail }: Body, { before, after }: Body): string | null {
  if (action !== 'TaskEdited' || detail === null) return detail;
  const moved = detail.replace(/ ?Changed [a-z, ]+\.$/, '');
  const edits = Object.keys(after).flatMap((field) => EDITS[field]?.(after[field], before[field]) ?? []);
  return [moved, ...edits].filter(Boolean).join(' ') || null;
}

interface Entries {
  readonly history: Body[];
  /** By id of the event. */
  readonly byId: ReadonlyMap<string, { readonly history: Body; readonly audit: Body }>;
  /** Names of partners by their ids. */
  readonly partners: ReadonlyMap<string, string>;
}
const known = new Map<string, Entries>();
let recording: OldData['recording'] | null = null;

/** What was recorded of one account. */
function entriesOf(who: string): Entries {
  const found = known.get(who) ?? read(who);
  known.set(who, found);
  return found;
}

function read(who: string): Entries {
  // All of it is unpacked each time that it is read.
  recording ??= readOldData().recording;
  const { answers } = recording;
  const body = (path: string): Body[] =>
    answers.find((one) => one.who === who && one.path.startsWith(path) && one.status === 200)?.body ?? [];
  const history = body('/api/reports/history?type=all');
  const audits = new Map(body('/api/audit?limit').map((audit) => [audit.id, audit]));
  return {
    history,
    byId: new Map(history.map((entry) => [entry.id, { history: entry, audit: audits.get(entry.id) }])),
    partners: new Map(body('/api/partners').map(({ id, name }) => [id, name])),
  };
}

function today(who: string, id: string) {
  const { byId, partners } = entriesOf(who);
  const { history, audit } = byId.get(id) as { history: Body; audit: Body };
  const { kind, name } = history.actor;
  return {
    action: nameOf(history),
    label: labelOf(history),
    detail: detailOf(history, audit),
    actor: { kind, name: kind === 'partner' ? (partners.get(audit.subject.id) ?? null) : name },
  };
}

export function publicNames(answer: Answer): Answer {
  const { who, path, body, status } = answer;
  if (status !== 200) return answer;
  if (path.startsWith('/api/reports/history')) {
    const named = body.map((entry: Body) => {
      const { label, ...now } = today(who, entry.id);
      return { ...entry, ...now, label: entry.title === null ? alone(label) : label };
    });
    return named.length === 0 ? answer : { ...answer, body: named };
  }
  if (path.startsWith('/api/audit')) {
    const named = body.map((entry: Body) => {
      const now = today(who, entry.id);
      return { ...entry, ...now, label: alone(now.label) };
    });
    return named.length === 0 ? answer : { ...answer, body: named };
  }
  if (/html\?type=history/.test(path)) return { ...answer, body: onPaper(who, body, escaped) };
  if (/pdf\?type=history/.test(path)) return { ...answer, body: body.map((text: string) => onPaper(who, text, collapsed)) };
  return answer;
}

const collapsed = (text: string): string => text.replace(/\s+/g, ' ');
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '`': '&#x60;',
  '=': '&#x3D;',
};
const escaped = (text: string): string => text.replace(/[&<>"'`=]/g, (one) => ESCAPES[one] as string);

/** The rows in their order: the text of each, and the partner's name if a partner acted. */
function onPaper(who: string, text: string, written: (words: string) => string): string {
  let [done, rest] = ['', text];
  for (const { id, action, title, detail } of entriesOf(who).history) {
    const now = today(who, id);
    const what = (label: string, more: string | null) =>
      written([title === null ? label : `${label}: ${title}`, more ?? ''].filter((part) => part !== '').join('. '));
    const then = what(nameThen(action), detail);
    const at = rest.indexOf(then);
    if (at < 0) break;
    done += rest.slice(0, at) + what(alone(now.label), now.detail);
    rest = rest.slice(at + then.length);
    if (now.actor.kind === 'partner' && now.actor.name !== null) rest = rest.replace('Partner', written(now.actor.name));
  }
  return done + rest;
}
