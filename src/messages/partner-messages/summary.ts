import type { App } from '../../app/app.ts';
import type { Partner } from '../../app/partner/partner-messages.ts';
import { partnerSummary } from '../../app/partner/partner-summary.ts';
import { waitingFor } from '../../app/proof/partner-matter.ts';
import { type SummaryView, summaryView } from '../partner/summary-view.ts';
import { type MessageParties, type PartnerMessage, type PartnerMessageKind, partnerWording } from './message.ts';
import { reviewRows, topicsOf, type WaitingRows, waitingRows } from './review.ts';

interface Summary {
  readonly title: string;
  readonly lead: string;
  readonly shared: string;
  /** How many things wait for a verdict, in words; null: none. */
  readonly waits: string | null;
}
const said = partnerWording<Summary>('summary.hbs');

/** The progress summary. `waiting`: what the partner has not judged yet. */
function summaryMessage(
  parties: MessageParties,
  summary: SummaryView,
  { waits, rows }: WaitingRows = { waits: null, rows: [] },
): PartnerMessage {
  const { heading: title, lead, shared } = summary;
  const pdf = { label: 'This summary as a PDF', url: `${parties.page}/summary.pdf` };
  return { ...said(parties, { title, lead, shared, waits }), rows, summary, pdf };
}

/**
 * The summary without what waits for a verdict, for a message that combines several. Null: there is nothing to tell.
 */
export async function plainSummary(
  app: App,
  dates: readonly string[],
  partner: Partner,
  parties: MessageParties,
): Promise<PartnerMessage | null> {
  const found = await partnerSummary(app, partner, dates);
  return found && summaryMessage(parties, summaryView(found));
}

/** Gives the figures of a week. */
export const partnerProgress: PartnerMessageKind = {
  kind: 'partner_summary',
  goesTo: 'accepted',
  // A summary that the owner requested by hand belongs to no week.
  placed: ({ parts = [] }) => (parts.length === 0 ? 'summary' : null),
  async compose(app, { dates }, partner, parties) {
    const [found, matter] = await Promise.all([partnerSummary(app, partner, dates), waitingFor(app, partner)]);
    const rows = await reviewRows(app, topicsOf(matter), matter);
    return found && summaryMessage(parties, summaryView(found), waitingRows(rows, found.zone));
  },
};
