import type { IncomingMessage } from 'node:http';
import { isEncoded, mediaOf, readBytes, wrongType } from '../../kernel/body.ts';

/** Far more than the longest text needs in any encoding. */
const MOST_BYTES = 65_536;
const FORM = 'application/x-www-form-urlencoded';

/** The fields of a form of the partner's pages. Of a name that comes twice the last value counts. @throws Refusal 413, 415 */
export async function readPageForm(request: IncomingMessage): Promise<Readonly<Record<string, string>>> {
  const bytes = await readBytes(request, MOST_BYTES);
  if (mediaOf(request) !== FORM || isEncoded(request)) throw wrongType(`Send the form as ${FORM}, not compressed.`);
  return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
}
