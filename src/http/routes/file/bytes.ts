import { Readable } from 'node:stream';
import type { OpenFile } from '../../../ports/files.ts';
import { isKnown } from '../../kernel/etag.ts';
import type { Answer, Call } from '../../kernel/route.ts';
import { rangeOf } from './range.ts';

/** Characters that encodeURIComponent leaves as they are and a header's parameter must not hold (RFC 8187). */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Always saved, never shown: browsers take the name in UTF-8, everybody else the one in ASCII. */
const attachment = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^ -~]|["\\%]/g, '_')}"; filename*=UTF-8''${encoded(name.toWellFormed())}`;

/** Nothing in a file may run, load anything, or be framed. */
const HEADERS = { 'Content-Security-Policy': "sandbox; default-src 'none'", 'X-Content-Type-Options': 'nosniff', 'Accept-Ranges': 'bytes' };

export interface Described {
  readonly name: string;
  readonly type: string;
  readonly sha256: string;
}

/** The file, or the range of it that is asked for, as a stream. It is closed even if nobody reads it to its end. */
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
    // What is sent are the bytes as they came.
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
