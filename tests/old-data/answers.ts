import { createHash } from 'node:crypto';
import { extractText } from 'unpdf';
import { digestWithout, placesIn } from '../../src/contracts/ledger/papers/place.ts';

/** The answer to one GET. For a list: all of its pages, one after the other. */
export interface Answer {
  /** Who asked: a name in `Recording.cookies`, or `nobody`. */
  readonly who: string;
  readonly path: string;
  readonly status: number;
  /** The media type. */
  readonly type: string | null;
  /** The entity tag as it was sent; `content`: it is made from the content of the answer. */
  readonly etag: string | null;
  /** JSON as parsed, a PDF as the text on its pages, a bundle as the hash of its bytes, everything else as text. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any;
  /** The number of entries of each page; null if it is no list in pages. */
  readonly pages: readonly number[] | null;
}

export interface Recording {
  /** The instant of the clock: RFC 3339. */
  readonly at: string;
  /** The `Cookie` header of each account, by its name. */
  readonly cookies: Readonly<Record<string, string>>;
  readonly answers: readonly Answer[];
  /** The download of a bundle that is ready, which works once. */
  readonly bundle: Answer;
  /** How many events the log holds, by type. */
  readonly events: Readonly<Record<string, number>>;
}

/** Where a call is made, and as whom. */
export interface Asker {
  readonly url: string;
  readonly cookies: Recording['cookies'];
}

/**
 * The pages of a history as PDF, as one text without line ends, headers and footers: where lines and pages end depends on
 * the length of the words.
 */
export function flowed(pages: readonly string[]): readonly string[] {
  const rows = pages.map((page, index) => {
    const content = page.replace(/\nMade\n.+\nTime zone\n.+\nPage\n\d+ of \d+/, '');
    return index === 0 ? content : content.replace(/^[\s\S]*?When What By/, '');
  });
  return [rows.join(' ').replace(/\s+/g, ' ')];
}

const NEXT = /^<([^>]+)>; rel="next"$/;

/** Makes the call and follows a list to its last page. */
export async function ask(asker: Asker, who: string, path: string): Promise<Answer> {
  const { next, ...first } = await askOnce(asker, who, path);
  if (next === null) return { ...first, pages: null };
  const pages: unknown[][] = [first.body];
  for (let after: string | null = next; after !== null; ) {
    const page = await askOnce(asker, who, after);
    if (page.status !== 200) throw new Error(`A page of ${path} could not be had: ${page.status}`);
    pages.push(page.body);
    after = page.next;
  }
  return { ...first, body: pages.flat(), pages: pages.map(({ length }) => length) };
}

async function askOnce({ url, cookies }: Asker, who: string, path: string) {
  const cookie = cookies[who];
  const response = await fetch(url + path, { redirect: 'manual', headers: cookie === undefined ? {} : { cookie } });
  const type = response.headers.get('content-type');
  return {
    who,
    path,
    status: response.status,
    type,
    etag: tagOf(response.headers.get('etag')),
    body: await bodyOf(response, type, url),
    next: NEXT.exec(response.headers.get('link') ?? '')?.[1] ?? null,
  };
}

const tagOf = (tag: string | null): string | null => (tag === null || /^"\d+(\.\d+)?"$/.test(tag) ? tag : 'content');

/** The pages of PDFs that were read before, by the hash of their bytes without the statement: the same ones are asked for again. */
const read = new Map<string, readonly string[]>();

async function pagesOf(pdf: Uint8Array): Promise<readonly string[]> {
  const [statement = { start: 0, end: 0 }] = placesIn(pdf, 'pdf');
  const hash = digestWithout(pdf, statement);
  const pages = read.get(hash) ?? (await extractText(pdf)).text;
  read.set(hash, pages);
  return pages;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function bodyOf(response: Response, type: string | null, url: string): Promise<any> {
  if (type?.startsWith('application/pdf')) return pagesOf(await response.bytes());
  if (type === 'application/zip')
    return createHash('sha256')
      .update(await response.bytes())
      .digest('hex');
  const text = (await response.text()).replaceAll(url, 'http://vouch.test');
  // Pages name the fonts of the web client if it has been built, which it had not been when the answers were recorded.
  // Statements of papers are signed, so they differ each time.
  if (!/json/.test(type ?? '') || text === '')
    return text.replaceAll(/@font-face\{[^}]*\}/g, '').replace(/<script type="application\/vouch\+json">[^<]*<\/script>\n/, '');
  // A token differs each time that it is requested.
  return JSON.parse(text, (name, value) => (name === 'access_token' ? 'a token' : value));
}
