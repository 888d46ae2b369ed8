import { plural, quoted, shortDate } from '../../src/contracts/words/format.ts';
import { showsNothing } from '../../src/contracts/words/spelling.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { BoxPlace } from '../api/time-boxes.ts';
import { firstFault, NEW_DRAFT } from '../tasks/draft.ts';
import type { Draft } from '../tasks/fields.ts';
import { lengthFor, rangeOf, spanOfPlace } from '../tasks/planning/span.ts';
import { parseEstimate } from '../tasks/typed.ts';

/** What a new task gets besides its own fields, as it is typed. */
export interface Extras {
  readonly parent: { readonly id: string; readonly title: string } | null;
  /** The titles of the steps. Those that are blank are left out. */
  readonly steps: readonly string[];
  readonly boxDate: string | null;
  /** `HH:MM` */
  readonly boxTime: string | null;
}

export const NO_EXTRAS: Extras = { parent: null, steps: [], boxDate: null, boxTime: null };

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';

/** Whether the tab's storage has given them back. */
export function isExtras(kept: unknown): kept is Extras {
  const { parent, steps, boxDate, boxTime } = (kept ?? {}) as Partial<Record<keyof Extras, unknown>>;
  const isParent = parent === null || (typeof parent === 'object' && parent !== undefined && 'id' in parent && 'title' in parent);
  return isParent && Array.isArray(steps) && steps.every((step) => typeof step === 'string') && isText(boxDate) && isText(boxTime);
}

export const stepsOf = ({ steps }: Pick<Extras, 'steps'>): string[] =>
  steps.map((step) => step.trim()).filter((step) => !showsNothing(step));

export const hasExtras = (extras: Extras): boolean => extras.parent !== null || stepsOf(extras).length > 0 || extras.boxDate !== null;

/** In minutes. An estimate that cannot be read has a message of its own. */
export function boxLength({ estimateMinutes: typed }: Pick<Draft, 'estimateMinutes'>): number {
  const estimate = parseEstimate(typed);
  return lengthFor({ estimateMinutes: estimate === 'wrong' ? null : estimate });
}

/** Null: there is no box, or its beginning is missing. */
export const boxOf = ({ boxDate: date, boxTime: time }: Extras, minutes: number): BoxPlace | null =>
  date === null || time === null ? null : { date, time, minutes };

export type ExtraName = 'parent' | 'steps' | 'boxTime';

/** `minutes`: the length of the box. */
export function extraFaults(
  extras: Extras,
  minutes: number,
  { zone, now }: Pick<OwnerClock, 'zone' | 'now'>,
): ReadonlyMap<ExtraName, string> {
  const faults = new Map<ExtraName, string>();
  const steps = stepsOf(extras);
  if (extras.parent && steps.length > 0)
    faults.set('parent', 'A task under another one has no steps of its own. Take the steps away, or choose no parent.');
  const wrong = steps.findIndex((title) => firstFault({ ...NEW_DRAFT, title }) !== null);
  if (wrong !== -1) faults.set('steps', `Step ${wrong + 1}: ${firstFault({ ...NEW_DRAFT, title: steps[wrong] ?? '' })}`);
  const box = boxOf(extras, minutes);
  if (extras.boxDate !== null && box === null) faults.set('boxTime', 'Choose when the time box begins.');
  if (box && spanOfPlace(box, zone).end <= now) faults.set('boxTime', 'This time has passed. Choose a later one.');
  return faults;
}

/** 'Fri 20 Nov, 10:00–10:45' */
export const boxWords = (box: BoxPlace, { zone, today }: Pick<OwnerClock, 'zone' | 'today'>): string =>
  `${shortDate(box.date, today)}, ${rangeOf(box, zone)}`;

/** Says what is set while its fields are not shown. */
export function extraWords(extras: Extras, minutes: number, clock: OwnerClock): string {
  const box = boxOf(extras, minutes);
  const steps = stepsOf(extras).length;
  const parts = [
    ...(extras.parent ? [`under ${quoted(extras.parent.title)}`] : []),
    ...(steps > 0 ? [plural(steps, 'step')] : []),
    ...(box ? [`a time box on ${boxWords(box, clock)}`] : []),
  ];
  return parts.length === 0 ? '' : `Also: ${parts.join('; ')}.`;
}
