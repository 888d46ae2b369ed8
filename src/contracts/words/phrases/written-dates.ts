export interface WrittenDate {
  readonly day: number;
  readonly month: number;
  /** Null: the next time that this day comes. */
  readonly year: number | null;
  /** It is a date only where no ordinary word follows. */
  readonly last?: true;
}

const isMonth = (value: number): boolean => value >= 1 && value <= 12;
const isDay = (value: number): boolean => value >= 1 && value <= 31;
const fullYear = (written: string): number => (written.length === 2 ? 2000 + Number(written) : Number(written));

/** Which of two numbers is the day. Null where both could be the month: 3/4 is either 3 April or 4 March. */
function dayFirstOrLast(first: number, second: number, year: number | null): WrittenDate | null {
  if (first > 12 && isDay(first) && isMonth(second)) return { day: first, month: second, year };
  if (second > 12 && isDay(second) && isMonth(first)) return { day: second, month: first, year };
  return first === second && isMonth(first) && year !== null ? { day: first, month: second, year } : null;
}

/**
 * A date in figures that can hardly mean anything else: '2026-12-24', '24.12.2026', '25/12'. '24/7' is no day in July, and '1/2'
 * is a half.
 */
export function calendarIn(word: string): WrittenDate | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(word);
  if (iso) return { day: Number(iso[3]), month: Number(iso[2]), year: Number(iso[1]) };
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(word);
  if (dotted) return { day: Number(dotted[1]), month: Number(dotted[2]), year: Number(dotted[3]) };
  const parted = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d\d)$/.exec(word);
  if (parted) return dayFirstOrLast(Number(parted[1]), Number(parted[3]), fullYear(parted[4] ?? ''));
  const short = /^(\d{1,2})\/(\d{1,2})$/.exec(word);
  return short && word !== '24/7' ? dayFirstOrLast(Number(short[1]), Number(short[2]), null) : null;
}

/** '24.12', which is a date before a full stop and after a word such as 'on', and otherwise as well the number of a version. */
export function dottedIn(word: string): WrittenDate | null {
  const found = /^(\d{1,2})\.(\d{1,2})$/.exec(word);
  const [day, month] = [Number(found?.[1]), Number(found?.[2])];
  return found && isDay(day) && isMonth(month) ? { day, month, year: null } : null;
}
