import type { StreakFigures } from '../../domain/day/events.ts';
import type { PartnerDetail } from '../../domain/partner/events.ts';
import type { AccountDoc } from '../account/accounts.ts';
import type { ReportCounts } from '../day/sums.ts';
import type { Evidence, TrailEntry } from './evidence.ts';

/** What a task is called, and why it was skipped, if it was. */
export interface TaskWords {
  readonly title: string;
  readonly reason: string | null;
}

/** What a partner is shown of some local dates. Titles are there only if the owner shares them. */
export interface PartnerSummary {
  readonly partner_id: string;
  /** Empty: they have given none. */
  readonly owner_name: string;
  readonly owner_address: string;
  readonly zone: string;
  /** The owner's changes of zone that the partner is to be told of, oldest first; the last one is to `zone`. */
  readonly moves: AccountDoc['moves'];
  /** Local dates, both inside. */
  readonly from: string;
  readonly to: string;
  /** When it was made; the dates may not be over then. */
  readonly at: string;
  readonly over: boolean;
  readonly detail: PartnerDetail;
  readonly counts: ReportCounts;
  readonly streak: StreakFigures;
  readonly evidence: Evidence;
  /** The closings of the days, which the streak rests on. */
  readonly closings: readonly TrailEntry[];
  /** By task id; empty when the owner shares counts alone. */
  readonly words: ReadonlyMap<string, TaskWords>;
}
