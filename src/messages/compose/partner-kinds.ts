import type { App } from '../../app/app.ts';
import type { Partner } from '../../app/partner/partner-messages.ts';
import { ownerSeen, partnerSummary, wordsOf } from '../../app/partner/partner-summary.ts';
import { waitingFor } from '../../app/verification/partner-matter.ts';
import { addDays } from '../../domain/calendar/local.ts';
import type { PartnerTopic, ToPartner } from '../../domain/delivery/event-data.ts';
import { roleOf } from '../../domain/partner/rules.ts';
import { digestMessage } from '../partner/digest.ts';
import {
  accountDeletedMessage,
  escalationMessage,
  farewellMessage,
  invitationMessage,
  type MessageParties,
  noticeMessage,
  type PartnerMessage,
  summaryMessage,
} from '../partner/messages.ts';
import { reviewMessage, waitingRows } from '../partner/review-message.ts';
import { summaryView } from '../partner/summary-view.ts';
import type { PartnerMessageKind } from './partner-message.ts';
import { reviewRows, topicsOf } from './review-rows.ts';

/** Asks the person named whether they will be the owner's partner. */
export const partnerInvitation: PartnerMessageKind = {
  kind: 'partner_invitation',
  goesTo: 'unanswered',
  placed: () => 'invitation',
  compose: async (_app, _about, { state }, parties) => invitationMessage(parties, roleOf(state)),
};

/** Says that the partnership is over. It is also sent after the owner's account was deleted, and names nobody then. */
export const partnerFarewell: PartnerMessageKind = {
  kind: 'partner_farewell',
  goesTo: 'anybody',
  compose: async (_app, _about, _partner, parties) => farewellMessage(parties),
  composeUnnamed: accountDeletedMessage,
};

/** Says that a day was not filled. */
export const partnerEscalation: PartnerMessageKind = {
  kind: 'partner_escalation',
  goesTo: 'accepted',
  compose: async (_app, { dates }, _partner, parties) => escalationMessage(parties, dates, parties.today),
};

/** Says what was missed, skipped or done late on a day. */
export const partnerNotice: PartnerMessageKind = {
  kind: 'partner_notice',
  goesTo: 'accepted',
  compose: dayNotice,
};

/** Gives the figures of a week. */
export const partnerProgress: PartnerMessageKind = {
  kind: 'partner_summary',
  goesTo: 'accepted',
  // One that was asked for by hand settles no week.
  placed: ({ parts = [] }) => (parts.length === 0 ? 'summary' : null),
  async compose(app, { dates }, partner, parties) {
    const [found, matter] = await Promise.all([partnerSummary(app, partner, dates), waitingFor(app, partner)]);
    const rows = await reviewRows(app, topicsOf(matter), matter);
    return found && summaryMessage(parties, summaryView(found), waitingRows(rows, found.zone));
  },
};

/** Asks for a verdict on proofs, reminds of them, or brings an appeal. */
export const partnerReview: PartnerMessageKind = {
  kind: 'partner_review',
  goesTo: 'accepted',
  async compose(app, { proofs }, partner, parties) {
    const [matter, who] = await Promise.all([waitingFor(app, partner), ownerSeen(app, partner.state.user_id)]);
    if (who === null) return null;
    const rows = await reviewRows(app, proofs, matter);
    return rows.length === 0 ? null : reviewMessage(parties, rows, who.zone);
  },
};

/** Holds several of a notice, escalations and summaries, after downtime. */
export const partnerDigest: PartnerMessageKind = {
  kind: 'partner_digest',
  goesTo: 'accepted',
  async compose(app, about, partner, parties) {
    const { parts = [] } = about;
    const dates = (of: PartnerTopic['kind']) => parts.flatMap((part) => (part.kind === of ? [part.date] : []));
    const weeks = dates('week').slice(-MAX_WEEKS);
    const summaries = await Promise.all(weeks.map((week) => summary(app, [week, addDays(week, 6)], partner, parties)));
    const notices = about.tasks.length === 0 ? [] : [await dayNotice(app, about, partner, parties)];
    const rest = [...notices, ...summaries.filter((one) => one !== null)];
    return digestMessage(parties, { unplanned: dates('escalation'), messages: rest });
  },
};

/** A digest holds the summaries of at most this many weeks, the newest ones. The page behind the link has the others. */
const MAX_WEEKS = 4;

async function dayNotice(app: App, { dates, tasks }: ToPartner, { state }: Partner, parties: MessageParties): Promise<PartnerMessage> {
  const ids = tasks.map(({ task_id }) => task_id);
  const words = state.detail === 'titles' ? await wordsOf(app, state.user_id, ids) : null;
  return noticeMessage(parties, { dates, tasks, words });
}

async function summary(app: App, dates: readonly string[], partner: Partner, parties: MessageParties): Promise<PartnerMessage | null> {
  const found = await partnerSummary(app, partner, dates);
  return found && summaryMessage(parties, summaryView(found));
}
