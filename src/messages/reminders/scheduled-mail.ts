import type { App } from '../../app/app.ts';
import { personOf } from '../../app/partner/partner-messages.ts';
import { acceptedPartner } from '../../app/partner/partner-record.ts';
import { reminderOf } from '../../app/reminders.ts';
import { localDate } from '../../domain/calendar/local.ts';
import { weekOfAssessment, weekOfReport } from '../../domain/calendar/occurrences.ts';
import type { About } from '../../domain/delivery/events.ts';
import type { Attachment } from '../../ports/mailer.ts';
import { account } from '../../projections/account/accounts.ts';
import { stretchOf } from '../../projections/day/days.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import { type Compose, type ComposePorts, recipientOf } from '../mail/mail.ts';
import { recordOf } from '../mail/record.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import { unsubscribeHeaders } from '../mail/unsubscribe.ts';
import { SEVERAL, type Several, several, wording } from '../mail/wording.ts';
import {
  assessmentSection,
  type MailSection,
  passedRemindersSection,
  type ReminderFacts,
  reminderSection,
  reportSection,
  type SlippedTask,
  type WeekFacts,
} from './sections.ts';

/** The counts of an owner's days from `from` to `to` (local dates, both included), and the tasks that were not kept, by title. */
async function readWeekFacts(app: App, owner: string, days: { readonly from: string; readonly to: string }): Promise<WeekFacts> {
  const { tasks, ...figures } = await stretchOf(app.views, owner, days);
  await app.opener.ready(owner);
  const decided = tasks.flatMap(({ doc: { outcome, due_time } }) =>
    outcome === 'kept' || outcome === 'missed' ? [{ kept: outcome === 'kept', due_time }] : [],
  );
  const slipped = tasks.flatMap(({ doc }): readonly SlippedTask[] => {
    const status = slippedAs(doc);
    if (status === null || doc.due_at === null) return [];
    return [
      {
        title: app.opener.openNow(owner, doc.title)?.title ?? '',
        due_at: doc.due_at,
        timed: doc.due_time !== null,
        status,
        reason: app.opener.openNow(owner, doc.skip_reason)?.skip_reason ?? '',
      },
    ];
  });
  return { ...figures, decided, slipped };
}

/** How a task slipped; null if it did not. A task that was skipped by a vacation did not slip. */
function slippedAs({ outcome, late, vacation_id }: TaskDoc): SlippedTask['status'] | null {
  if (outcome === 'skipped') return vacation_id === null ? 'skipped' : null;
  if (outcome !== 'missed') return null;
  return late ? 'late' : 'missed';
}

interface Owner {
  readonly id: string;
  readonly zone: string;
  /** Their local date now. */
  readonly today: string;
}
interface SectionWithAttachment extends MailSection {
  readonly attachment?: Attachment;
}

/** A mail holds the reports of at most this many weeks, the newest ones. The program has the others. */
const MAX_REPORTS = 4;

interface Scheduled extends Several {
  /** Whether the mail has reminders, and whether it has reports. */
  readonly reminders: boolean;
  readonly reports: boolean;
  readonly address: string;
  readonly zone: string;
  /** The pages on which the owner turns them off and sets their times. */
  readonly notifications: string;
  readonly times: string;
}
const scheduled = wording<Scheduled>(import.meta.url, 'scheduled.hbs', [SEVERAL]);

/**
 * Composes one mail of all reminders and reports of an owner that are due together: first the reminders of days that are
 * not over, then the weekly reports and assessments, and last the reminders of days that are over.
 */
export const scheduledMail: Compose = async (ports, id, state) => {
  const { app } = ports;
  const { user_id, about } = state;
  const to = await recipientOf(ports, state);
  const found = await account(app.views, user_id);
  if (to === null || !found) return null;
  const owner: Owner = { id: user_id, zone: found.doc.timezone, today: localDate(app.clock.now(), found.doc.timezone) };
  const sections = await sectionsOf(ports, owner, about);
  const [first] = sections;
  if (first === undefined) return null;
  const notifications = `${ports.origin()}/settings/notifications`;
  const reports = about.some(({ kind }) => kind !== 'reminder');
  const frame = scheduled({
    ...several(first.subject, sections.length - 1),
    reminders: about.some(({ kind }) => kind === 'reminder'),
    reports,
    address: to.address,
    zone: owner.zone,
    notifications,
    times: `${ports.origin()}/settings/time`,
  });
  const record = reports ? await recordOf(app, user_id) : null;
  const mail = renderSheetMail({ ...frame, blocks: sections.flatMap(({ blocks }) => blocks) }, record);
  const attachments = sections.flatMap(({ attachment }) => (attachment ? [attachment] : []));
  return { ...mail, to, headers: unsubscribeHeaders(ports, id), attachments };
};

async function sectionsOf(ports: ComposePorts, owner: Owner, about: readonly About[]): Promise<readonly SectionWithAttachment[]> {
  const dates = (kind: About['kind']): readonly string[] => about.filter((one) => one.kind === kind).map(({ date }) => date);
  const reminders = await Promise.all(dates('reminder').map((date) => readReminderFacts(ports, owner, date)));
  const passed = reminders.filter(({ date }) => date < owner.today);
  const context = { origin: ports.origin(), zone: owner.zone };
  return [
    ...reminders.filter(({ date }) => date >= owner.today).map((facts) => reminderSection(facts, context)),
    ...(await Promise.all(
      dates('weekly_report')
        .slice(-MAX_REPORTS)
        .map((date) => reportWithPdf(ports, owner, date)),
    )),
    ...(await Promise.all(
      dates('weekly_assessment')
        .slice(-MAX_REPORTS)
        .map((date) => assessment(ports, owner, date)),
    )),
    ...(passed.length === 0 ? [] : [passedRemindersSection(passed)]),
  ];
}

async function readReminderFacts({ app }: ComposePorts, owner: Owner, date: string): Promise<ReminderFacts> {
  const { escalates_at, escalation } = await reminderOf(app, owner.id, date);
  const partner = await acceptedPartner(app, owner.id);
  const person = partner === null ? null : await personOf(app, partner);
  return { date, escalates_at, escalation, partner: person === null ? null : person.name };
}

async function reportWithPdf({ origin, weeklyReport }: ComposePorts, owner: Owner, date: string): Promise<SectionWithAttachment> {
  const { week, pdf } = await weeklyReport(owner.id, weekOfReport(date).from);
  const attachment = { filename: `vouch-week-${week.from}.pdf`, content_type: 'application/pdf', content: pdf };
  return { ...reportSection(week, origin()), attachment };
}

async function assessment({ app, origin }: ComposePorts, owner: Owner, date: string): Promise<SectionWithAttachment> {
  return assessmentSection(await readWeekFacts(app, owner.id, weekOfAssessment(date)), { origin: origin(), zone: owner.zone });
}
