import type { Context } from 'koa';
import type { App } from '../../../app/app.ts';
import { FileNotTaken, type PreviewSize } from '../../../ports/file-inspector.ts';
import type { FileDoc } from '../../../projections/file.ts';
import { isKnown } from '../../kernel/etag.ts';
import { unlessGone } from '../../kernel/gone.ts';
import { notFound } from '../../kernel/problems.ts';
import type { Answer } from '../../kernel/route.ts';

const WEEK_S = 604_800;

/** A picture made smaller, for somebody who may see the file. @throws Refusal 404 where there is no preview */
export async function answerPreview(
  { files, inspector }: Pick<App, 'files' | 'inspector'>,
  { req, res }: Pick<Context, 'req' | 'res'>,
  { id, doc, size }: { readonly id: string; readonly doc: FileDoc; readonly size: PreviewSize },
): Promise<Answer> {
  if (!doc.preview) throw notFound();
  const headers = { ETag: `"${id}-${size}"`, 'Content-Type': 'image/webp', 'Cache-Control': `private, max-age=${WEEK_S}` };
  // It is always the same, so it is not made again for somebody who has it.
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
