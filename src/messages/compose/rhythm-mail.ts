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
  passedSection,
  type ReminderTold,
  reminderSection,
  reportSection,
  type Section,
} from '../mail/rhythm-letters.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import type { Compose, ComposePorts } from './composed.ts';
import { weekTold } from './week-told.ts';

interface Owner {
  readonly id: string;
  readonly zone: string;
  /** Their local date now. */
  readonly today: string;
}
interface Part extends Section {
  readonly attachment?: Attachment;
}

/** Reports of so many weeks are attached, the newest; the rest is in the program. */
const MOST_REPORTS = 4;

/** What came round, in one mail: what is still to be done first, then the weeks, then what went by. */
export const rhythmMail: Compose = async (ports, _id, { to, user_id, about }) => {
  const { app, origin } = ports;
  const opened = to === null ? null : await app.opener.open(user_id, to);
  const found = await account(app.views, user_id);
  if (opened === null || !found) return null;
  const owner: Owner = { id: user_id, zone: found.doc.timezone, today: localDate(app.clock.now(), found.doc.timezone) };
  const parts = await partsOf(ports, owner, about);
  const [first] = parts;
  if (first === undefined) return null;
  const address = { address: String(opened.to), name: String(opened.name ?? '') };
  const mail = renderSheetMail({
    subject:
      parts.length === 1
        ? first.subject
        : `${first.subject}, and ${parts.length === 2 ? 'one thing more' : `${parts.length - 1} things more`}`,
    blocks: parts.flatMap(({ blocks }) => blocks),
    why: `You get this because ${wanted(about)} are on for ${address.address}. Times are those of ${owner.zone}.`,
    links: [
      { label: 'Turn these mails off', url: `${origin()}/settings/notifications` },
      { label: 'Change when they come', url: `${origin()}/settings/time` },
    ],
  });
  const headers = { 'list-unsubscribe': `<${origin()}/settings/notifications>` };
  return { ...mail, to: address, headers, attachments: parts.flatMap(({ attachment }) => (attachment ? [attachment] : [])) };
};

function wanted(about: readonly About[]): string {
  const reminders = about.some(({ kind }) => kind === 'reminder');
  const reports = about.some(({ kind }) => kind !== 'reminder');
  return reminders && reports ? 'reminders and weekly reports' : reminders ? 'reminders' : 'weekly reports';
}

async function partsOf(ports: ComposePorts, owner: Owner, about: readonly About[]): Promise<readonly Part[]> {
  const dates = (kind: About['kind']): readonly string[] => about.filter((one) => one.kind === kind).map(({ date }) => date);
  const reminders = await Promise.all(dates('reminder').map((date) => reminderTold(ports, owner, date)));
  const passed = reminders.filter(({ date }) => date < owner.today);
  const place = { origin: ports.origin(), zone: owner.zone };
  return [
    ...reminders.filter(({ date }) => date >= owner.today).map((told) => reminderSection(told, place)),
    ...(await Promise.all(
      dates('weekly_report')
        .slice(-MOST_REPORTS)
        .map((date) => report(ports, owner, date)),
    )),
    ...(await Promise.all(
      dates('weekly_assessment')
        .slice(-MOST_REPORTS)
        .map((date) => assessment(ports, owner, date)),
    )),
    ...(passed.length === 0 ? [] : [passedSection(passed)]),
  ];
}

async function reminderTold({ app }: ComposePorts, owner: Owner, date: string): Promise<ReminderTold> {
  const { escalates_at, escalation } = await reminderOf(app, owner.id, date);
  const partner = await acceptedPartner(app, owner.id);
  const person = partner === null ? null : await personOf(app, partner);
  return { date, escalates_at, escalation, partner: person === null ? null : person.name };
}

async function report({ app, origin, weeklyModel }: ComposePorts, owner: Owner, date: string): Promise<Part> {
  const week = weekOfReport(date);
  const [told, model] = await Promise.all([weekTold(app, owner.id, week), weeklyModel(owner.id, week.from)]);
  // Loaded by the first report: it brings pdfkit and its fonts.
  const { renderReportPdf } = await import('../../reports/pdf/report-pdf.ts');
  const content = Buffer.concat(await Array.fromAsync(renderReportPdf(model)));
  const attachment = { filename: `vouch-week-${week.from}.pdf`, content_type: 'application/pdf', content };
  return { ...reportSection(told, origin()), attachment };
}

async function assessment({ app, origin }: ComposePorts, owner: Owner, date: string): Promise<Part> {
  return assessmentSection(await weekTold(app, owner.id, weekOfAssessment(date)), { origin: origin(), zone: owner.zone });
}
