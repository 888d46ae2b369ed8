/** How a person is used to reading times, dates and numbers. The words are English for everybody. */
export interface Conventions {
  /** '5:00 PM' instead of '17:00'. */
  readonly hour12: boolean;
  /** 'Nov 18' instead of '18 Nov'. */
  readonly monthFirst: boolean;
  /** The day with which a week begins in a calendar, from 1 (Monday) to 7 (Sunday). */
  readonly firstDay: number;
  /** The locale by which numbers are written, with the digits 0 to 9. */
  readonly numbers: string;
}

/** For whoever asks for nothing else. British English has the same. */
export const STANDARD: Conventions = { hour12: false, monthFirst: false, firstDay: 1, numbers: 'en-GB' };

/**
 * The conventions of a locale (BCP 47), by `Intl`. A text that is no locale, and English without a country, give the standard ones.
 */
export function conventionsOf(locale: string | null | undefined): Conventions {
  if (!locale || locale.toLowerCase() === 'en') return STANDARD;
  try {
    const known = new Intl.Locale(locale, { calendar: 'gregory', numberingSystem: 'latn' });
    const cycle = new Intl.DateTimeFormat(known, { hour: 'numeric' }).resolvedOptions().hourCycle;
    const parts = new Intl.DateTimeFormat(known, { day: 'numeric', month: 'long' }).formatToParts(0).map(({ type }) => type);
    return {
      hour12: cycle === 'h12' || cycle === 'h11',
      monthFirst: parts.indexOf('month') < parts.indexOf('day'),
      firstDay: firstDayOf(known),
      numbers: known.toString(),
    };
  } catch {
    return STANDARD;
  }
}

/** Part of the newest `Intl`, in some browsers as a method and in some not at all. */
interface WithWeekInfo {
  readonly getWeekInfo?: () => { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
}

function firstDayOf(locale: Intl.Locale): number {
  const asked = locale as WithWeekInfo;
  return (asked.getWeekInfo?.() ?? asked.weekInfo)?.firstDay ?? STANDARD.firstDay;
}

let source: () => Conventions = () => STANDARD;

/** Says whose conventions the words of this program follow. A browser has one person; a server asks for whom it writes just now. */
export function followConventions(given: () => Conventions): void {
  source = given;
}

export const conventions = (): Conventions => source();
