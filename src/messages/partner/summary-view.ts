import { fullDate, number, period, plural, pluralWord, rateWords } from '../../contracts/words/format.ts';
import { sentence } from '../../contracts/words/isolated.ts';
import { onWordOf } from '../../contracts/words/marks.ts';
import { MEANINGS } from '../../contracts/words/meanings.ts';
import { oneLine, ownerWords } from '../../contracts/words/naming.ts';
import { seenWords } from '../../contracts/words/seen.ts';
import { localDate } from '../../domain/calendar/local.ts';
import { keysOf } from '../../domain/kernel/records.ts';
import type { JudgedProof, NumberName, PartnerSummary, TrailEntry } from '../../projections/partner/partner-summary.ts';
import { day, shortInstant } from '../../reports/model/dates.ts';

/** The texts of a progress summary, for the page and for the mail. */
export interface SummaryView {
  readonly owner: string;
  readonly heading: string;
  readonly lead: string;
  /** The same without the dates and the zone. */
  readonly said: string;
  readonly figures: readonly { readonly label: string; readonly value: string; readonly note: string }[];
  /** What was missed, skipped and moved, with the reasons; without what counts no longer, and without empty lists. */
  readonly told: readonly ToldView[];
  /** One group for each number: what the number means, and every event behind it. */
  readonly groups: readonly TrailView[];
  readonly shared: string;
}
export interface ToldView {
  readonly label: string;
  readonly entries: readonly EntryView[];
}
export interface TrailView {
  readonly label: string;
  readonly value: string;
  readonly meaning: string;
  readonly open: boolean;
  readonly entries: readonly EntryView[];
  /** The text that is shown if there are no entries. */
  readonly none: string;
}
export interface EntryView {
  readonly when: string;
  readonly mark: string;
  readonly what: string;
  /** Null if the owner shares only counts, or if the entry is about no task. */
  readonly title: string | null;
  readonly by: string;
  /** The first and last characters of the event's hash. */
  readonly fingerprint: string;
  /** Of a verdict on a proof: 'after.png: by name only'. Null: a machine was given all files whole, or none judged. */
  readonly seen: string | null;
  /** Of a verdict on a proof or an appeal: the SHA-256 of each of its files. */
  readonly proof: readonly string[];
}

const LABELS: Readonly<Record<NumberName, { readonly label: string; readonly meaning: string }>> = {
  promised: { label: 'Promised', meaning: 'All that was due: kept, missed, skipped and open together.' },
  kept: { label: MEANINGS.kept.term, meaning: MEANINGS.kept.sentence },
  missed: { label: MEANINGS.missed.term, meaning: MEANINGS.missed.sentence },
  skipped: { label: MEANINGS.skipped.term, meaning: MEANINGS.skipped.sentence },
  postponed: { label: MEANINGS.postponed.term, meaning: MEANINGS.postponed.sentence },
  taken_back: { label: MEANINGS.taken_back.term, meaning: MEANINGS.taken_back.sentence },
};
const MARKS: Readonly<Record<string, string>> = {
  'task.completed': 'kept',
  'task.missed': 'missed',
  'task.proof_expired': 'expired',
  'task.proof_submitted': 'review',
  'task.proof_accepted': 'verified',
  'task.proof_rejected': 'rejected',
  'task.proof_rejection_final': 'rejected',
  'task.record_corrected': 'kept',
  'task.skipped': 'skipped',
};
const MOVED: Partial<Readonly<Record<NumberName, string>>> = {
  promised: 'Moved',
  postponed: 'Moved to later',
  taken_back: 'Date taken away',
};
const TOLD = ['missed', 'skipped', 'postponed'] as const;
const NONE = 'Nothing in these days.';
const FOLDED: ReadonlySet<NumberName> = new Set(['promised', 'kept']);

/** A summary in words. Dates and times are in the zone of its owner. */
export function summaryView(summary: PartnerSummary): SummaryView {
  const { counts, trend, streak, from, to, zone, detail, evidence, closings, spoken } = summary;
  const owner = ownerWords({ owner: summary.owner_name, ownerAddress: summary.owner_address });
  const entry = (name: NumberName | null) => (one: TrailEntry) => entryView(summary, owner, name, one);
  const values: Readonly<Record<NumberName, number>> = { ...counts, promised: counts.planned };
  const groups = keysOf(LABELS).map((name) => ({
    ...LABELS[name],
    value: number(values[name]),
    open: !FOLDED.has(name),
    entries: evidence[name].map(entry(name)),
    none: NONE,
  }));
  const decided = counts.kept + counts.missed;
  const said = [...moved(summary, owner), dueWords(counts), ...trendWords(trend)].join(' ');
  const rate = rateWords(counts.completion_rate);
  const streakGroup: TrailView = {
    label: MEANINGS.streak.term,
    value: plural(streak.current, 'day'),
    meaning: MEANINGS.streak.sentence,
    open: false,
    entries: closings.map(entry(null)),
    none: NONE,
  };
  const spokenGroup: TrailView = {
    label: 'Your words',
    value: number(spoken.length),
    meaning: `What you said to ${owner} on this page.`,
    open: true,
    entries: spoken.map(entry(null)),
    none: NONE,
  };
  const rateGroup: TrailView = {
    label: MEANINGS.completion_rate.term,
    value: rate,
    meaning: MEANINGS.completion_rate.sentence,
    open: false,
    entries: [],
    none: 'Behind it stands what stands behind kept and missed.',
  };
  return {
    owner,
    heading: `${owner}, ${weekName(day(from), day(to))}${summary.over ? '' : ' so far'}`,
    lead: `${period(from, to, true)}, times in ${zone}. ${said}`,
    said,
    figures: [
      ...groups.map(({ label, value }) => ({ label, value, note: '' })),
      { label: MEANINGS.completion_rate.term, value: rate, note: `${number(counts.kept)} of ${number(decided)}` },
      {
        label: MEANINGS.streak.term,
        value: number(streak.current),
        note: `${pluralWord(streak.current, 'day')}, longest ${number(streak.longest)}`,
      },
    ],
    told: TOLD.map((name) => ({ label: LABELS[name].label, entries: standing(evidence[name]).map(entry(name)) })).filter(
      ({ entries }) => entries.length > 0,
    ),
    groups: [...groups, rateGroup, streakGroup, ...(spoken.length > 0 ? [spokenGroup] : [])],
    shared:
      detail === 'titles'
        ? `You see titles because ${owner} chose to share them.`
        : `${owner} shares numbers with you, not what the tasks are. Of what you judge you see the title and the proof.`,
  };
}

/** The entries that still count. A miss that was corrected, for example, has an entry that takes it back. Newest first. */
function standing(entries: readonly TrailEntry[]): readonly TrailEntry[] {
  const left = new Map<string | null, number>();
  for (const { task_id, by_how_much } of entries) left.set(task_id, (left.get(task_id) ?? 0) + by_how_much);
  return entries.filter(({ task_id, by_how_much }) => {
    const counted = left.get(task_id) ?? 0;
    if (by_how_much < 0 || counted <= 0) return false;
    left.set(task_id, counted - by_how_much);
    return true;
  });
}

/**
 * 'Ada changed the time zone from Asia/Tokyo to America/Los_Angeles on Tuesday 24 November 2026.' Empty: the zone did
 * not change.
 */
function moved({ moves, zone }: PartnerSummary, owner: string): readonly string[] {
  const [first, last] = [moves[0], moves.at(-1)];
  if (first === undefined || last === undefined) return [];
  const zones = [first.from, ...moves.map(({ to }) => to)].join(' to ');
  const on = `${moves.length > 1 ? ', the last time on' : ' on'} ${fullDate(localDate(last.at, zone))}`;
  return [`${owner} changed the time zone from ${zones}${on}. Some promises may be on other dates because of that.`];
}

/** 'week 47', 'weeks 47 to 49'. */
function weekName(from: Temporal.PlainDate, to: Temporal.PlainDate): string {
  const [first, last] = [from.weekOfYear, to.weekOfYear];
  return first === last ? `week ${first}` : `weeks ${first} to ${last}`;
}

/** '3 promises were due: 1 kept, 1 missed, 1 open.' */
function dueWords({ planned, ...counts }: PartnerSummary['counts']): string {
  if (planned === 0) return 'Nothing was due.';
  const parts = (['kept', 'missed', 'skipped', 'open'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => `${number(counts[name])} ${name}`);
  return `${plural(planned, 'promise was', 'promises were')} due: ${parts.join(', ')}.`;
}

/** 'The completion rate is 8 points above the four weeks before.' Empty: there is nothing to compare with. */
function trendWords(trend: number | null): readonly string[] {
  if (trend === null) return [];
  const apart = `${plural(Math.abs(trend), 'point')} ${trend > 0 ? 'above' : 'below'}`;
  return [`The completion rate is ${trend === 0 ? 'the same as' : apart} the four weeks before.`];
}

function entryView(
  { to, zone, words, detail, partner_id, proofs }: PartnerSummary,
  owner: string,
  name: NumberName | null,
  one: TrailEntry,
): EntryView {
  const moved = one.action === 'task.edited' && name !== null ? MOVED[name] : undefined;
  const what = one.on_word ? `Counts ${onWordOf(owner)}` : (moved ?? one.label);
  const task = one.task_id === null ? undefined : words.get(one.task_id);
  const title = one.task_id === null || detail === 'counts' ? null : oneLine(task?.title ?? '');
  const reason = one.action === 'task.skipped' && task?.reason ? oneLine(task.reason) : '';
  return {
    when: shortInstant(one.at, zone, to),
    mark: one.by_how_much < 0 ? 'entry' : one.on_word ? 'kept' : (MARKS[one.action] ?? 'entry'),
    what: one.by_how_much < 0 ? `${what}, counts no longer` : what,
    title: title === null || reason === '' ? title : sentence`${title} (${reason})`,
    by: actorWords(one, owner, partner_id),
    fingerprint: `${one.hash.slice(0, 4)}…${one.hash.slice(-4)}`,
    ...proofWords(proofs.get(one.position), detail),
  };
}

/** Names of files are only for partners with whom the owner shares titles. */
function proofWords(judged: JudgedProof | undefined, detail: PartnerSummary['detail']): Pick<EntryView, 'seen' | 'proof'> {
  if (judged === undefined) return { seen: null, proof: [] };
  const named = judged.files.map(({ id, name }) => ({ id, name: detail === 'titles' ? oneLine(name) : 'A file' }));
  return { seen: seenWords(judged.seen, named), proof: judged.files.map(({ sha256 }) => sha256) };
}

function actorWords({ by, by_id }: TrailEntry, owner: string, reader: string): string {
  if (by === 'user') return `by ${owner}`;
  if (by === 'partner') return by_id === reader ? 'by you' : 'by another partner';
  if (by === 'ai') return by_id === null ? 'by the AI' : `by the AI (${oneLine(by_id)})`;
  return 'recorded by Vouch';
}
