import type { Context } from 'koa';
import type { App } from '../../../app/app.ts';
import type { Opened } from '../../../app/partner/partner-answers.ts';
import { ownerSeen, pageDates, partnerSummary } from '../../../app/partner/partner-summary.ts';
import { localDate } from '../../../domain/calendar/local.ts';
import { summaryDocument } from '../../../messages/partner/summary-document.ts';
import type { PartnerSummary } from '../../../projections/partner/partner-summary.ts';
import { unlessGone } from '../../kernel/long-answers.ts';
import type { Answer } from '../../kernel/route.ts';
import type { Deps } from '../../routes.ts';

/** The summary that a link shows, of the dates that its message is about. `zone`: the owner's. Null: the account was deleted. */
export const summaryBehind = (app: App, { link, partner }: Opened, zone: string): Promise<PartnerSummary | null> =>
  partnerSummary(app, partner, pageDates(link.message, localDate(app.clock.now(), zone)));

/**
 * The summary of a link as a PDF. Null: the link has expired, or its page shows no summary.
 * @throws ReportUnavailable, RuleViolation rate_limited
 */
export async function summaryFile({ app, reportFiles }: Deps, context: Context, opened: Opened | null): Promise<Answer | null> {
  if (opened?.view !== 'progress' || opened.role === 'second') return null;
  const { user_id: owner } = opened.partner.state;
  const who = await ownerSeen(app, owner);
  const summary = who && (await summaryBehind(app, opened, who.zone));
  if (!summary) return null;
  const about = { from: summary.from, to: summary.to, since: null, proof_files: [] };
  const request = { owner, format: 'pdf', type: 'partner_summary', offset: 0, ready: summaryDocument(summary), about } as const;
  const { bytes } = await unlessGone(context, (gone) => reportFiles.make(request, gone));
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="vouch-summary-${summary.to}.pdf"`,
    'X-Content-Type-Options': 'nosniff',
  };
  return { status: 200, headers, body: bytes };
}
