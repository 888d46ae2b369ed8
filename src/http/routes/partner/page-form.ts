import type { IncomingMessage } from 'node:http';
import { isEncoded, mediaOf, readBytes, wrongType } from '../../kernel/body.ts';

/** Far more than the longest text needs in any encoding. */
const MOST_BYTES = 65_536;
const FORM = 'application/x-www-form-urlencoded';

type Fields = Readonly<Record<string, string>>;

/** A body can be read once, but the page that refuses a form shows what was typed into it. */
const forms = new WeakMap<IncomingMessage, Promise<Fields>>();

/** The fields of a form of the partner's pages. Of a name that comes twice the last value counts. @throws Refusal 413, 415 */
export function readPageForm(request: IncomingMessage): Promise<Fields> {
  const form = forms.get(request) ?? readFields(request);
  forms.set(request, form);
  return form;
}

/** In real time. A form arrives with its request; the answer to a refused one does not wait for a slow sender. */
const TYPED_MS = 2_000;

/** The text that was typed into a form of the partner's pages: a comment or words. Empty: none, or it cannot be read. */
export async function typedText(request: IncomingMessage): Promise<string> {
  const late = Promise.withResolvers<Fields>();
  const timer = setTimeout(late.resolve, TYPED_MS, {});
  const { comment, text } = await Promise.race([readPageForm(request), late.promise]).catch((): Fields => ({}));
  clearTimeout(timer);
  return comment ?? text ?? '';
}

async function readFields(request: IncomingMessage): Promise<Fields> {
  const bytes = await readBytes(request, MOST_BYTES);
  if (mediaOf(request) !== FORM || isEncoded(request)) throw wrongType(`Send the form as ${FORM}, not compressed.`);
  return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
}
