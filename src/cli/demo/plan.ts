import { required } from '../../domain/kernel/records.ts';
import type { Random } from './person.ts';
import { FILLINGS, KINDS, type Kind, SKIP_REASONS } from './work.data.ts';

/** What happens to a promise. Minutes count from the local midnight of its day. */
export type Outcome =
  | { readonly is: 'kept'; readonly minute: number; readonly undoneOnce: boolean; readonly begun: boolean }
  | { readonly is: 'missed'; readonly lateMinute: number | null }
  | { readonly is: 'skipped'; readonly minute: number; readonly reason: string }
  | { readonly is: 'moved'; readonly minute: number; readonly days: number }
  | { readonly is: 'taken_back'; readonly minute: number };

export interface PlannedPromise {
  readonly title: string;
  readonly tags: readonly string[];
  readonly priority: Kind['priority'];
  readonly estimate_minutes: number;
  readonly due_time: string | null;
  readonly steps: readonly string[];
  readonly outcome: Outcome;
}

/** The mood of a day. `away`: the person promises nothing. `bad`: the person misses much. */
export type Mood = 'usual' | 'bad' | 'away';

const LAST_MINUTE = 23 * 60 + 30;

/** The moods of a number of days: one holiday, and a few bad periods, which are far enough apart for a streak to grow. */
export function moods(random: Random, days: number): readonly Mood[] {
  const all = Array.from({ length: days }, (): Mood => 'usual');
  const put = (from: number, length: number, mood: Mood): void => {
    for (let day = from; day < Math.min(from + length, days); day += 1) all[day] = mood;
  };
  for (let from = random.between(25, 45); from < days - 12; from += random.between(45, 80)) put(from, random.between(2, 4), 'bad');
  if (days > 120) put(random.between(Math.floor(days * 0.45), Math.floor(days * 0.7)), 9, 'away');
  return all;
}

/** Plans the promises of a day. `weekday`: 1 is Monday. */
export function planDay(random: Random, weekday: number, mood: Mood): readonly PlannedPromise[] {
  if (mood === 'away') return [];
  const atWork = weekday <= 5;
  const count = atWork ? random.between(2, 5) : random.between(0, 2);
  const seen = new Set<string>();
  return Array.from({ length: count }, () => promise(random, atWork && random.chance(0.75) ? 'work' : 'home', mood)).filter(
    ({ title }) => !seen.has(title) && seen.add(title),
  );
}

function promise(random: Random, when: Kind['when'], mood: Mood): PlannedPromise {
  const kind = weighted(
    random,
    KINDS.filter((each) => each.when === when),
  );
  const hour = kind.hour === null ? null : random.between(...kind.hour);
  return {
    title: filled(random, kind.title),
    tags: kind.tags,
    priority: kind.priority,
    estimate_minutes: Math.ceil(random.between(...kind.minutes) / 5) * 5,
    due_time: hour === null ? null : `${String(hour).padStart(2, '0')}:${random.pick(['00', '15', '30', '45'])}`,
    steps: (kind.steps ?? []).map((step) => filled(random, step)),
    outcome: pickOutcome(random, when, hour, mood),
  };
}

function pickOutcome(random: Random, when: Kind['when'], hour: number | null, mood: Mood): Outcome {
  const roll = random.next();
  const from = when === 'work' ? 9 * 60 : 17 * 60 + 30;
  const by = hour === null ? (when === 'work' ? 18 * 60 : 22 * 60 + 30) : hour * 60;
  const minute = random.between(Math.min(from, by - 20), by - 1);
  const missed = mood === 'bad' ? 0.5 : 0.012;
  if (roll < missed) return { is: 'missed', lateMinute: hour !== null && random.chance(0.5) ? random.between(by + 61, LAST_MINUTE) : null };
  if (roll < missed + 0.05) return { is: 'skipped', minute, reason: random.pick(SKIP_REASONS) };
  if (roll < missed + 0.09) return { is: 'moved', minute, days: random.between(1, 3) };
  if (roll < missed + 0.1) return { is: 'taken_back', minute };
  return { is: 'kept', minute, undoneOnce: random.chance(0.03), begun: random.chance(0.25) };
}

function weighted(random: Random, kinds: readonly Kind[]): Kind {
  let left = random.next() * kinds.reduce((sum, { weight }) => sum + weight, 0);
  for (const kind of kinds) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  return required(kinds[0], 'kind to choose from');
}

const filled = (random: Random, text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => random.pick(FILLINGS[name] ?? ['it']));
