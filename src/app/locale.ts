import { AsyncLocalStorage } from 'node:async_hooks';
import { type Conventions, conventionsOf, followConventions, STANDARD } from '../contracts/words/conventions.ts';
import { account } from '../projections/account/accounts.ts';
import type { App } from './app.ts';

/** Somebody for whom the program writes just now. */
interface Reader {
  /** Null: it is not known, and so are the conventions. */
  readonly locale: string | null;
  readonly conventions: Conventions;
}

const UNKNOWN: Reader = { locale: null, conventions: STANDARD };
const readers = new AsyncLocalStorage<Reader>();
followConventions(() => (readers.getStore() ?? UNKNOWN).conventions);

/** `Intl` takes a while to answer, and most readers have one of a few locales. */
const MOST_KEPT = 200;
/** The longest name of a locale that is looked at, in characters. */
const LONGEST = 35;
const kept = new Map<string, Reader>();

function readerWith(locale: string | null): Reader {
  if (locale === null) return UNKNOWN;
  const known = kept.get(locale);
  if (known) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const made = { locale, conventions: conventionsOf(locale) };
  kept.set(locale, made);
  return made;
}

/** Does the work for a reader with this locale (BCP 47): the dates, times and numbers that it writes follow it. Null: it is not known. */
export const writtenFor = <T>(locale: string | null, work: () => T): T => readers.run(readerWith(locale), work);

/** The locale of the reader for whom the program writes just now; null: it is not known. */
export const readersLocale = (): string | null => readers.getStore()?.locale ?? null;

/** The locales that were found in headers. Most requests have one of a few headers, and `Intl` takes a while to answer. */
const found = new Map<string, string | null>();

/** The first locale of the header `Accept-Language`, which is the one of the browser's own screens; null: there is none. */
export function localeIn(header: string | undefined): string | null {
  if (header === undefined) return null;
  const known = found.get(header);
  if (known !== undefined) return known;
  const [first = ''] = header.split(/[,;]/, 1);
  const locale = canonicalLocale(first.trim().slice(0, LONGEST));
  if (found.size >= MOST_KEPT) found.clear();
  found.set(header, locale);
  return locale;
}

function canonicalLocale(name: string): string | null {
  try {
    return Intl.getCanonicalLocales(name)[0] ?? null;
  } catch {
    return null;
  }
}

/** The locale of the browser in which the owner signed in last; null: it is not known. */
export const localeOf = async ({ views }: Pick<App, 'views'>, owner: string): Promise<string | null> =>
  (await account(views, owner))?.doc.locale ?? null;
