import type { App } from '../../app/app.ts';
import { headFor } from '../../app/ledger/heads.ts';
import type { Head } from '../../contracts/ledger/head.ts';
import { required } from '../../domain/kernel/records.ts';
import type { ReportContent, ReportFormat } from '../rendering/threads.ts';
import { type PaperFacts, signPaper } from './sign-paper.ts';

/** A report that is to be signed. `head`: the state of the ledger that it names; left out, the newest one. */
export interface SealedReport {
  readonly owner: string;
  readonly format: ReportFormat;
  readonly head?: Head;
  /** What the statement of a partner's summary says, which its content does not name. */
  readonly about?: Pick<PaperFacts, 'from' | 'to' | 'since' | 'proof_files'>;
}

/** Puts the signed statement into a report. `patient`: nobody waits for it, so it is never refused. */
export type SealReport = (request: SealedReport, content: ReportContent, bytes: Buffer, patient: boolean) => Promise<Buffer>;

/** The local dates that a report covers. A history may be limited by instants, and has none. */
function datesOf(content: ReportContent): Pick<PaperFacts, 'from' | 'to'> {
  // A partner's summary has its dates from the request.
  if (content.kind === 'history' || content.kind === 'partner_summary') return { from: null, to: null };
  if (content.kind === 'daily') return { from: content.report.date, to: content.report.date };
  if (content.kind === 'weekly') return { from: content.report.from, to: content.report.to };
  return { from: content.report.start_date, to: content.report.end_date };
}

/** The instant as of which a report is; null: it says what is known now. */
const asOfIn = ({ report }: ReportContent): string | null => ('as_of' in report ? (report.as_of ?? null) : null);

/** Signs reports under the newest head of their owner, which is signed now if events came since. */
export function createReportSeal({ app, origin }: { readonly app: App; readonly origin: () => string }): SealReport {
  return async ({ owner, format, head, about }, content, bytes, patient) => {
    const signed = head ?? required(await headFor(app, owner, patient ? 'sign' : 'refuse'), 'ledger of an account');
    const { kind, report } = content;
    const facts = {
      kind,
      format,
      as_of: asOfIn(content),
      ...datesOf(content),
      time_zone: report.timezone,
      since: null,
      proof_files: [],
      ...about,
    };
    return signPaper({ app, origin }, signed, facts, bytes);
  };
}
