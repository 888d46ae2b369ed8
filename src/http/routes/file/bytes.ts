import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { App } from '../../../app/app.ts';
import { FileNotTaken, type OpenFile, type PreviewSize } from '../../../ports/files.ts';
import type { FileDoc } from '../../../projections/file.ts';
import { isKnown } from '../../kernel/headers.ts';
import { unlessGone } from '../../kernel/long-answers.ts';
import { notFound, Refusal } from '../../kernel/problems.ts';
import type { Answer, Call } from '../../kernel/route.ts';

/** `to` is not included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Null: the whole file, also if the header is invalid or asks for several ranges.
 * @throws Refusal 416 if the file has none of the bytes
 */
function rangeOf(header: string | undefined, size: number): ByteRange | null {
  const [, first = '', last = ''] = RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (from >= to)
    throw new Refusal(416, 'range_not_satisfiable', `The file has ${size} bytes.`, { headers: { 'Content-Range': `bytes */${size}` } });
  return { from, to };
}

/** encodeURIComponent leaves some characters unescaped that a header parameter must not contain (RFC 8187). */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Files are always downloaded, never displayed. Browsers read the UTF-8 name, other programs the ASCII one. */
const attachment = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^ -~]|["\\%]/g, '_')}"; filename*=UTF-8''${encoded(name.toWellFormed())}`;

/** Content of a file must not run, load anything, or be framed. */
const HEADERS = { 'Content-Security-Policy': "sandbox; default-src 'none'", 'X-Content-Type-Options': 'nosniff', 'Accept-Ranges': 'bytes' };

export interface Described {
  readonly name: string;
  readonly type: string;
  readonly sha256: string;
}

/** The file is closed even if nobody reads the stream to its end. */
export async function answerBytes(
  { context }: Pick<Call<unknown, unknown>, 'context'>,
  file: OpenFile,
  described: Described,
): Promise<Answer> {
  try {
    const { name, type, sha256 } = described;
    const tag = `"${sha256.slice(0, 32)}"`;
    if (isKnown(context.get('If-None-Match') || undefined, tag)) {
      await file.close();
      return { status: 304, headers: { ETag: tag } };
    }
    const ifRange = context.get('If-Range');
    const range = ifRange === '' || ifRange === tag ? rangeOf(context.get('Range') || undefined, file.size) : null;
    const { from, to } = range ?? { from: 0, to: file.size };
    // Files are sent without compression.
    Object.assign(context, { compress: false });
    const headers = {
      ...HEADERS,
      'Content-Type': type,
      'Content-Disposition': attachment(name),
      'Content-Length': String(to - from),
      ETag: tag,
      ...(range && { 'Content-Range': `bytes ${from}-${to - 1}/${file.size}` }),
    };
    const status = range ? 206 : 200;
    if (context.method === 'HEAD') {
      await file.close();
      return { status, headers };
    }
    const stream = Readable.from(file.range(from, to)).once('close', () => void file.close());
    return { status, headers, stream };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const WEEK_S = 604_800;

/**
 * The caller has checked that the reader may see the file.
 * @throws Refusal 404 if there is no preview
 */
export async function answerPreview(
  { files, inspector }: Pick<App, 'files' | 'inspector'>,
  { req, res }: Pick<Context, 'req' | 'res'>,
  { id, doc, size }: { readonly id: string; readonly doc: FileDoc; readonly size: PreviewSize },
): Promise<Answer> {
  if (!doc.preview) throw notFound();
  const headers = { ETag: `"${id}-${size}"`, 'Content-Type': 'image/webp', 'Cache-Control': `private, max-age=${WEEK_S}` };
  // A preview never changes, so it is not made again for a client that has it.
  if (isKnown(req.headers['if-none-match'], headers.ETag)) return { status: 304, headers };
  const file = await files.read(doc.owner, doc.content);
  if (file === null) throw notFound();
  try {
    const { owner } = doc;
    const body = await unlessGone({ res }, (signal) => inspector.preview(file, size, { owner, signal }));
    return { status: 200, headers, body };
  } catch (error) {
    throw error instanceof FileNotTaken ? notFound() : error;
  } finally {
    await file.close();
  }
}
