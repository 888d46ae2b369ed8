import { type Head, head as headSchema } from '../head.ts';

/** A head as mails have it: one line of JSON. */
const LINE = /\{[^{}]*"ledger"[^{}]*(?:"succeeds":\{[^{}]*\}[^{}]*)?\}/g;
const HTML_QUOTES = /&quot;|&#x22;|&#34;/g;

/** How a saved mail begins. */
const HEADER = /^\s*(?:From |[A-Za-z][A-Za-z0-9-]*:)/;

/** The newest head in a mail that was saved as .eml; null if there is none, or if it is no mail. Parts in base64 and quoted-printable are read. */
export function headInMail(bytes: Uint8Array): Head | null {
  const text = new TextDecoder('latin1').decode(bytes).replaceAll('\r\n', '\n');
  if (!HEADER.test(text)) return null;
  const texts = [text, fromQuotedPrintable(text), ...base64Parts(text)];
  const found = texts.flatMap((one) => [...one.replaceAll(HTML_QUOTES, '"').matchAll(LINE)].flatMap(([line]) => headIn(line)));
  return found.toSorted((one, other) => other.size - one.size)[0] ?? null;
}

function headIn(line: string): readonly Head[] {
  try {
    const found = headSchema.safeParse(JSON.parse(line));
    return found.success ? [found.data] : [];
  } catch {
    return [];
  }
}

const fromQuotedPrintable = (text: string): string =>
  text.replaceAll(/=[ \t]*\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Blocks of lines that are nothing but base64. */
function base64Parts(text: string): readonly string[] {
  return [...text.matchAll(/(?:^|\n)((?:[A-Za-z0-9+/]{40,}={0,2}\n)+[A-Za-z0-9+/]*={0,2}|[A-Za-z0-9+/]{200,}={0,2})/g)].flatMap(
    ([, block = '']) => {
      try {
        return [atob(block.replaceAll('\n', ''))];
      } catch {
        return [];
      }
    },
  );
}
