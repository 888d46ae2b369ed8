import type { KeyList } from '../head.ts';
import type { Fault } from './fault.ts';
import { digestWithout, type Place, placesIn } from './place.ts';
import { keyFault, signatureFault } from './signature.ts';
import { NoStatement, type Statement, statementInPlace } from './statement.ts';

/** What became of checking one file. `statement`: null if none could be read. `fault`: null if the file is unchanged. */
export interface Checked {
  readonly statement: Statement | null;
  readonly fault: Fault | null;
}

/** Checks a page or a PDF. `keys`: null if there is nothing but the public key in the paper itself. */
export function checkPage(bytes: Uint8Array, format: 'html' | 'pdf', keys: KeyList | null): Checked {
  const places = placesIn(bytes, format);
  const [place] = places;
  if (place === undefined) return { statement: null, fault: withoutStatement(bytes, format) };
  if (places.length > 1)
    return { statement: null, fault: { code: 'changed', message: `It has ${places.length} statements, and a paper has one.` } };
  const read = statementAt(bytes, place);
  if (!('statement' in read)) return { statement: null, fault: whyChanged(bytes, format) ?? read };
  const { statement } = read;
  const changed = signatureFault(statement) ?? formatFault(statement, format) ?? contentFault(bytes, place, statement);
  return { statement, fault: changed ?? (keys === null ? null : keyFault(statement, keys)) };
}

function statementAt(bytes: Uint8Array, { start, end }: Place): { readonly statement: Statement } | Fault {
  try {
    return { statement: statementInPlace(bytes.subarray(start, end)) };
  } catch (error) {
    if (!(error instanceof NoStatement)) throw error;
    return { code: 'malformed', message: `Its statement, at byte ${start}, cannot be read: ${error.message}.` };
  }
}

function formatFault({ format, kind }: Statement, found: 'html' | 'pdf'): Fault | null {
  if (format === found) return null;
  return { code: 'changed', message: `Its statement is that of another file: of a ${kind} as ${format}.` };
}

function contentFault(bytes: Uint8Array, place: Place, { format, digest }: Statement): Fault | null {
  if (digestWithout(bytes, place) === digest) return null;
  return (
    whyChanged(bytes, format === 'pdf' ? 'pdf' : 'html') ?? {
      code: 'changed',
      message: `It was changed after it was signed: its bytes outside of the statement (which is at byte ${place.start}) are others.`,
    }
  );
}

const ENDS = { html: '</html>', pdf: '%%EOF' } as const;
const SAVED =
  'A browser saved this page as ‘complete’, and wrote it anew. Download it with its button ‘Download’, or save it as ‘HTML only’, and check that file.';

/** What the look of a changed file tells; null if nothing. */
function whyChanged(bytes: Uint8Array, format: 'html' | 'pdf'): Fault | null {
  const text = new TextDecoder('latin1').decode(bytes);
  if (format === 'html' && isSavedByBrowser(text)) return { code: 'saved_by_browser', message: SAVED };
  if (!text.trimEnd().endsWith(ENDS[format]))
    return { code: 'torn', message: 'Its end is missing: it was not copied or downloaded whole.' };
  return null;
}

/** Browsers say from where a page was saved, or write its beginning in their own form. The program writes `<!doctype html>`. */
const isSavedByBrowser = (text: string): boolean =>
  /<!--\s*saved from url=/.test(text.slice(0, 1_000)) || /^(?:\s|\u00ef\u00bb\u00bf)*<!DOCTYPE html>\s*<html/.test(text.slice(0, 1_000));

function withoutStatement(bytes: Uint8Array, format: 'html' | 'pdf'): Fault {
  const isDocument = format === 'pdf' || /<!doctype html|<html/i.test(new TextDecoder('latin1').decode(bytes.subarray(0, 1_000)));
  const why = isDocument ? whyChanged(bytes, format) : null;
  return why ?? { code: 'no_paper', message: 'It has no statement of Vouch in it, so it is no paper that can be checked.' };
}
