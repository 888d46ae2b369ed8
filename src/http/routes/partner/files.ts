import type { Context } from 'koa';
import type { App } from '../../../app/app.ts';
import type { Opened } from '../../../app/partner/partner-answers.ts';
import { fileForPartner } from '../../../app/proof/partner-matter.ts';
import { PREVIEW_SIZES, type PreviewSize } from '../../../contracts/file.ts';
import { fileTexts } from '../../../presenters/file.ts';
import { invalid } from '../../kernel/problems.ts';
import type { Answer } from '../../kernel/route.ts';
import { answerBytes, answerPreview } from '../file/bytes.ts';

/** The address is a secret, like that of the page. */
const HEADERS = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

export type FileForm = 'bytes' | 'preview';

/**
 * Answers with a file or a preview that the partner's page shows. Null: the link has expired, or the page does not show this
 * file.
 * @throws Refusal 404 without a preview, 416, 422
 */
export async function partnerFile(app: App, context: Context, opened: Opened | null, id: string, form: FileForm): Promise<Answer | null> {
  const doc = opened?.view === 'progress' ? await fileForPartner(app, opened.partner, id) : null;
  if (doc === null) return null;
  if (form === 'preview') return answerPreview(app, context, { id, doc, size: sizeOf(context) });
  const file = await app.files.read(doc.owner, doc.content);
  if (file === null) return null;
  await app.opener.ready(doc.owner);
  const { name, sha256 } = fileTexts(app.opener, doc);
  return answerBytes({ context }, file, { name, sha256, type: doc.type });
}

function sizeOf({ query }: Context): PreviewSize {
  const { size = String(PREVIEW_SIZES[0]) } = query;
  const found = PREVIEW_SIZES.find((one) => String(one) === size);
  if (found === undefined) throw invalid({ size: [`One of ${PREVIEW_SIZES.join(', ')}.`] });
  return found;
}

export function sendFile(context: Context, { status, headers = {}, body, stream }: Answer): void {
  context.status = status;
  if (body !== undefined || stream) context.body = stream ?? body;
  context.set({ ...HEADERS, ...headers });
}
