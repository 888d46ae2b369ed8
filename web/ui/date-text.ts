const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const named = (list: readonly string[], word: string): number => (word.length < 3 ? -1 : list.findIndex((name) => name.startsWith(word)));

/** Local dates as `YYYY-MM-DD`. UTC is used for arithmetic only. */
const stamp = (day: string): Date => new Date(`${day}T00:00:00Z`);
const plain = (date: Date): string => date.toISOString().slice(0, 10);
const later = (day: string, days: number): string => plain(new Date(stamp(day).getTime() + days * 86_400_000));

function real(year: number, month: number, day: number): string | null {
  if (year < 1900 || year > 2100) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? plain(date) : null;
}

function monthsLater(day: string, months: number): string | null {
  const [y, m, d] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(y, m + months, 0));
  return real(last.getUTCFullYear(), last.getUTCMonth() + 1, Math.min(d, last.getUTCDate()));
}

/** The next date with this day and month, for a date without a year. */
function coming(today: string, month: number, day: number): string | null {
  const year = Number(today.slice(0, 4));
  const thisYear = real(year, month, day);
  return thisYear !== null && thisYear >= today ? thisYear : real(year + 1, month, day);
}

function inWords(text: string, today: string): string | null {
  if (text === 'today' || text === 'tod') return today;
  if (text === 'tomorrow' || text === 'tom') return later(today, 1);
  if (text === 'yesterday') return later(today, -1);
  const weekday = named(DAYS, text.replace(/^(next|this|on) /, ''));
  if (weekday >= 0) return later(today, (weekday + 1 - (stamp(today).getUTCDay() || 7) + 7) % 7 || 7);
  const span = /^(?:in )?(\d{1,4}) ?(d|days?|w|weeks?|months?)$/.exec(text);
  if (!span) return null;
  const count = Number(span[1]);
  return span[2]?.startsWith('m') ? monthsLater(today, count) : later(today, span[2]?.startsWith('w') ? count * 7 : count);
}

function inFigures(text: string, today: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return real(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})\.(\d{1,2})\.?(\d{4})?$/.exec(text);
  if (dotted)
    return dotted[3] ? real(Number(dotted[3]), Number(dotted[2]), Number(dotted[1])) : coming(today, Number(dotted[2]), Number(dotted[1]));
  const words = text.split(/[\s,.]+/).filter((word) => word !== '' && (word.length > 3 || named(DAYS, word) < 0));
  const month = words.map((word) => named(MONTHS, word)).find((found) => found >= 0);
  const figures = words.filter((word) => /^\d{1,2}(st|nd|rd|th)?$/.test(word)).map((word) => Number.parseInt(word, 10));
  const year = words.find((word) => /^\d{4}$/.test(word));
  if (month === undefined || figures.length !== 1) return null;
  return year ? real(Number(year), month + 1, figures[0] ?? 0) : coming(today, month + 1, figures[0] ?? 0);
}

/**
 * Parses a date as a person types it: 'fri', 'in 2 days', '20 nov', '20.11.', '2026-11-20'. Gives `YYYY-MM-DD`, or null when
 * it is not a date.
 */
export function parseDate(typed: string, today: string): string | null {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  return inWords(text, today) ?? inFigures(text, today);
}

/** A date as 'Fri 20 Nov', with the year when it is not the current one. */
export function formatDate(day: string, today: string): string {
  const sameYear = day.slice(0, 4) === today.slice(0, 4);
  const text = stamp(day).toLocaleString('en-GB', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
  return text.replace(',', '');
}

/** Parses a time as a person types it: '17', '5pm', '5:30 pm', '17.30', '1730', 'noon'. Gives `HH:MM`, or null when it is not a time. */
export function parseTime(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  if (text === 'noon') return '12:00';
  if (text === 'midnight') return '00:00';
  const found = /^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(am|pm|a|p)?$/.exec(text);
  if (!found) return null;
  let hour = Number(found[1]);
  const minute = Number(found[2] ?? 0);
  if (found[3]) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (found[3].startsWith('p') ? 12 : 0);
  }
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
