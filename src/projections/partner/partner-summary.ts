import type { StreakFigures } from '../../domain/day/events.ts';
import type { PartnerDetail } from '../../domain/partner/events.ts';
import type { AccountDoc } from '../account/accounts.ts';
import type { ReportCounts } from '../day/sums.ts';
import type { Evidence, TrailEntry } from './evidence.ts';

/** The title of a task, and the reason if it was skipped. */
export interface TaskWords {
  readonly title: string;
  readonly reason: string | null;
}

/** What a partner sees of some local dates. It contains titles only if the owner shares them. */
export interface PartnerSummary {
  readonly partner_id: string;
  /** Empty: they have given none. */
  readonly owner_name: string;
  readonly owner_address: string;
  readonly zone: string;
  /** The owner's changes of zone that the summary mentions, oldest first; the last one is to `zone`. */
  readonly moves: AccountDoc['moves'];
  /** Local dates, both included. */
  readonly from: string;
  readonly to: string;
  /** When it was made; the dates may not be over then. */
  readonly at: string;
  readonly over: boolean;
  readonly detail: PartnerDetail;
  readonly counts: ReportCounts;
  readonly streak: StreakFigures;
  readonly evidence: Evidence;
  /** The closings of the days, from which the streak is computed. */
  readonly closings: readonly TrailEntry[];
  /** By task id; empty if the owner shares only counts. */
  readonly words: ReadonlyMap<string, TaskWords>;
}
