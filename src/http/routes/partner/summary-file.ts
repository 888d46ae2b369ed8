import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { App } from '../../../app/app.ts';
import { type BeyondLimit, headFor } from '../../../app/ledger/heads.ts';
import { type NamedProofs, proofFilesIn } from '../../../app/partner/judged-proofs.ts';
import { ledgerBefore } from '../../../app/partner/ledger-before.ts';
import type { Opened } from '../../../app/partner/partner-answers.ts';
import { ownerSeen, pageDates, partnerSummary } from '../../../app/partner/partner-summary.ts';
import { HTML_PLACE } from '../../../contracts/ledger/papers/place.ts';
import { localDate } from '../../../domain/calendar/local.ts';
import { required } from '../../../domain/kernel/records.ts';
import { type PartnerPage, partnerPageCsp, renderPartnerPage } from '../../../messages/partner/page.ts';
import { savedPage } from '../../../messages/partner/pages.ts';
import { summaryDocument } from '../../../messages/partner/summary-document.ts';
import { summaryView } from '../../../messages/partner/summary-view.ts';
import type { PartnerSummary } from '../../../projections/partner/partner-summary.ts';
import { signPaper } from '../../../reports/papers/sign-paper.ts';
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
  const head = required(await headFor(app, owner, 'refuse'), 'ledger of an account');
  const proof_files = proofFilesIn(summary.proofs.values());
  const about = { from: summary.from, to: summary.to, since: await ledgerBefore(app, opened, head), proof_files };
  const request = { owner, format: 'pdf', type: 'partner_summary', offset: 0, ready: summaryDocument(summary), head, about } as const;
  const { bytes } = await unlessGone(context, (gone) => reportFiles.make(request, gone));
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="vouch-summary-${summary.to}.pdf"`,
    'X-Content-Type-Options': 'nosniff',
  };
  return { status: 200, headers, body: bytes };
}

/** A page with a summary. `zone`: the owner's; `decided`: what the page names besides the summary. */
export interface SummaryPage {
  readonly opened: Opened;
  readonly summary: PartnerSummary;
  readonly zone: string;
  readonly decided: NamedProofs;
}

/**
 * A page with a summary as a document that carries its signed statement. `beyond`: what happens after all heads of a day were signed.
 * @throws RuleViolation rate_limited, StoreUnavailable, StoreFull
 */
export async function signedPage(
  { app, originOf }: Pick<Deps, 'app' | 'originOf'>,
  { opened, summary, zone, decided }: SummaryPage,
  { page, faces, req, beyond }: { page: PartnerPage; faces: string; req: IncomingMessage; beyond: BeyondLimit },
): Promise<Buffer> {
  const head = required(await headFor(app, opened.partner.state.user_id, beyond), 'ledger of an account');
  const facts = {
    kind: 'partner_page',
    format: 'html',
    as_of: null,
    from: summary.from,
    to: summary.to,
    time_zone: zone,
    since: await ledgerBefore(app, opened, head),
    proof_files: proofFilesIn([...summary.proofs.values(), ...decided]),
  } as const;
  return signPaper({ app, origin: () => originOf(req) }, head, facts, Buffer.from(renderPartnerPage(page, faces, HTML_PLACE)));
}

/**
 * The page of a link as a signed file to be saved. Null: the link has expired, or its page shows no summary.
 * @throws RuleViolation rate_limited
 */
export async function summaryPage(deps: Deps, { req }: Context, opened: Opened | null): Promise<Answer | null> {
  const { app } = deps;
  if (opened?.view !== 'progress' || opened.role === 'second') return null;
  const who = await ownerSeen(app, opened.partner.state.user_id);
  const summary = who && (await summaryBehind(app, opened, who.zone));
  if (!who || !summary) return null;
  const page = savedPage({ owner: who.name, ownerAddress: who.address }, summaryView(summary));
  const body = await signedPage(deps, { opened, summary, zone: who.zone, decided: [] }, { page, faces: '', req, beyond: 'refuse' });
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': partnerPageCsp(),
    'Content-Disposition': `attachment; filename="vouch-summary-${summary.to}.html"`,
    'X-Content-Type-Options': 'nosniff',
  };
  return { status: 200, headers, body };
}
