import type { StreakFigures } from '../../domain/day/events.ts';
import { type AnyEventDefinition, isEvent, labelAlone, publicNameOf, type SeenFile } from '../../domain/kernel/define-event.ts';
import type { Actor, JsonObject, Recorded } from '../../domain/kernel/event.ts';
import { recordOf } from '../../domain/kernel/records.ts';
import type { PartnerDetail } from '../../domain/partner/events.ts';
import { ProofRejectionFinal, ProofReviewed, RecordCorrected } from '../../domain/proof/events.ts';
import { taskStream } from '../../domain/task/events.ts';
import { isOwnWord } from '../../domain/task/rules.ts';
import type { AccountDoc } from '../account/accounts.ts';
import type { ReportCounts } from '../day/days.ts';
import { definitionOf } from '../history/timeline.ts';
import { isTaskChange } from '../task/tasks.ts';

/** The numbers of a summary, each with the events that it counts. */
export const NUMBERS = ['promised', 'kept', 'missed', 'skipped', 'postponed', 'taken_back'] as const;
export type NumberName = (typeof NUMBERS)[number];

/** One event behind a number: when, what, by whom, and its position and hash in the log. */
export interface TrailEntry {
  readonly at: string;
  readonly action: string;
  readonly label: string;
  readonly by: Actor['kind'];
  /** The partner or AI; null: somebody else. */
  readonly by_id: string | null;
  readonly task_id: string | null;
  readonly on_word: boolean;
  readonly position: string;
  readonly hash: string;
  readonly by_how_much: number;
  /** The proof on which this is a verdict; `last`: the last one of the task; `appeal`: the appeal. Null: this is no verdict. */
  readonly verdict_on: string | null;
}
export type Evidence = Readonly<Record<NumberName, readonly TrailEntry[]>>;

const PROMISED: ReadonlySet<string> = new Set(['kept', 'missed', 'skipped', 'open']);

const namesOf = (definition: AnyEventDefinition, data: JsonObject) => ({
  action: publicNameOf(definition, data),
  label: labelAlone(definition),
});

function verdictOn(event: Recorded): string | null {
  if (isEvent(event, ProofReviewed)) return event.data.submission_id;
  if (isEvent(event, RecordCorrected)) return 'appeal';
  return isEvent(event, ProofRejectionFinal) ? 'last' : null;
}

export const entryOf = (event: Recorded, byHowMuch: number): TrailEntry => entryWith(event, byHowMuch, verdictOn(event));

const entryWith = ({ type, data, stream, position, metadata }: Recorded, by_how_much: number, verdict_on: string | null): TrailEntry => ({
  at: metadata.at,
  ...namesOf(definitionOf({ action: type }), data),
  by: metadata.actor.kind,
  by_id: metadata.actor.id,
  task_id: taskStream.idOf(stream),
  on_word: isOwnWord(data),
  position,
  hash: metadata.hash,
  by_how_much,
  verdict_on,
});

/**
 * The events behind the numbers of some local dates (both included), newest first. The entries of a number add up to that number, because
 * both come from the same changes of counters.
 */
export function evidenceOf(events: readonly Recorded[], from: string, to: string): Evidence {
  const sorted = events.filter(isTaskChange).toSorted((a, b) => (a.position < b.position ? 1 : -1));
  const behind = (counts: (count: string) => boolean): readonly TrailEntry[] =>
    sorted.flatMap((event) => {
      const sum = event.data.tally.reduce(
        (total, change) => total + ('count' in change && counts(change.count) && change.date >= from && change.date <= to ? change.by : 0),
        0,
      );
      return sum === 0 ? [] : [entryOf(event, sum)];
    });
  return recordOf(NUMBERS, (name) => behind(name === 'promised' ? (count) => PROMISED.has(count) : (count) => count === name));
}

/** The title of a task, and the reason if it was skipped. */
export interface TaskWords {
  readonly title: string;
  readonly reason: string | null;
}

/** A proof, or an appeal, on which there is a verdict. */
export interface JudgedProof {
  /** When the verdict was given. */
  readonly at: string;
  /** What an AI or the rubric was given of each file; null: neither reviewed it, or that was not recorded. */
  readonly seen: readonly SeenFile[] | null;
  /** Its files that still exist. `sha256`: lower-case hex. */
  readonly files: readonly { readonly id: string; readonly name: string; readonly sha256: string }[];
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
  /**
   * The completion rate less that of the four weeks before, in whole points. Null: nothing is decided in these dates or in
   * the four weeks, or the account is not that old.
   */
  readonly trend: number | null;
  readonly streak: StreakFigures;
  readonly evidence: Evidence;
  /** The closings of the days, from which the streak is computed. */
  readonly closings: readonly TrailEntry[];
  /** What the partner has said on their page in these dates, newest first. */
  readonly spoken: readonly TrailEntry[];
  /** By task id; empty if the owner shares only counts. */
  readonly words: ReadonlyMap<string, TaskWords>;
  /** The proofs behind the verdicts among the entries, by the position of the entry. */
  readonly proofs: ReadonlyMap<string, JudgedProof>;
}
