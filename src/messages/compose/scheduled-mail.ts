import { personOf } from '../../app/partner/partner-messages.ts';
import { acceptedPartner } from '../../app/partner/partner-record.ts';
import { reminderOf } from '../../app/reminders/reminders.ts';
import { localDate } from '../../domain/calendar/local.ts';
import type { About } from '../../domain/delivery/event-data.ts';
import { weekOfAssessment, weekOfReport } from '../../domain/reminders/rules.ts';
import { account } from '../../projections/account/accounts.ts';
import type { Attachment } from '../../providers/mail/port.ts';
import {
  assessmentSection,
  type MailSection,
  passedRemindersSection,
  type ReminderFacts,
  reminderSection,
  reportSection,
} from '../mail/scheduled-mail-sections.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import type { Compose, ComposePorts } from './composed.ts';
import { readWeekFacts } from './week-facts.ts';

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

/**
 * Composes one mail of all reminders and reports of an owner that are due together: first the reminders of days that are
 * not over, then the weekly reports and assessments, and last the reminders of days that are over.
 */
export const scheduledMail: Compose = async (ports, _id, { to, user_id, about }) => {
  const { app, origin } = ports;
  const opened = to === null ? null : await app.opener.open(user_id, to);
  const found = await account(app.views, user_id);
  if (opened === null || !found) return null;
  const owner: Owner = { id: user_id, zone: found.doc.timezone, today: localDate(app.clock.now(), found.doc.timezone) };
  const sections = await sectionsOf(ports, owner, about);
  const [first] = sections;
  if (first === undefined) return null;
  const address = { address: String(opened.to), name: String(opened.name ?? '') };
  const mail = renderSheetMail({
    subject:
      sections.length === 1
        ? first.subject
        : `${first.subject}, and ${sections.length === 2 ? 'one thing more' : `${sections.length - 1} things more`}`,
    blocks: sections.flatMap(({ blocks }) => blocks),
    why: `You get this because ${namesOfKinds(about)} are on for ${address.address}. Times are those of ${owner.zone}.`,
    links: [
      { label: 'Turn these mails off', url: `${origin()}/settings/notifications` },
      { label: 'Change when they come', url: `${origin()}/settings/time` },
    ],
  });
  const headers = { 'list-unsubscribe': `<${origin()}/settings/notifications>` };
  return { ...mail, to: address, headers, attachments: sections.flatMap(({ attachment }) => (attachment ? [attachment] : [])) };
};

/** The kinds of messages in a mail, in words: 'reminders', 'weekly reports' or both. */
function namesOfKinds(about: readonly About[]): string {
  const reminders = about.some(({ kind }) => kind === 'reminder');
  const reports = about.some(({ kind }) => kind !== 'reminder');
  return reminders && reports ? 'reminders and weekly reports' : reminders ? 'reminders' : 'weekly reports';
}

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
