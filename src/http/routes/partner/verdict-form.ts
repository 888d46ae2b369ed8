import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { longText } from '../../../contracts/text.ts';
import { invalid } from '../../kernel/problems.ts';
import { readPageForm } from './page-form.ts';

const MOST_ID = 100;

const id = z.string().min(1).max(MOST_ID);
const common = {
  verification: id,
  verdict: z.enum(['accepted', 'rejected']),
  // Browsers send line ends as CR LF.
  comment: z
    .string()
    .optional()
    .transform((text = '') => text.replaceAll('\r\n', '\n').trim()),
};
const form = z.union([
  z.object({ ...common, appeal: z.literal('1') }),
  z.object({ ...common, appeal: z.literal('').optional(), submission: id }),
]);
const comment = longText(2_000);

export interface SentVerdict {
  readonly verification: string;
  /** The submission. Null: the verdict is about the appeal. */
  readonly submission: string | null;
  readonly verdict: 'accepted' | 'rejected';
  readonly comment: string;
  /** The error of the comment as a sentence, or null. */
  readonly error: string | null;
}

/**
 * @throws Refusal 413, 415, 422 if it is not a form of the page
 */
export async function readVerdict(request: IncomingMessage): Promise<SentVerdict> {
  const parsed = form.safeParse(await readPageForm(request));
  if (!parsed.success) throw invalid({ verdict: ['This form is not whole. Open the page again.'] });
  const { verification, verdict, comment: text } = parsed.data;
  const submission = 'submission' in parsed.data ? parsed.data.submission : null;
  return { verification, submission, verdict, comment: text, error: faultOf(verdict, text) };
}

function faultOf(verdict: SentVerdict['verdict'], text: string): string | null {
  if (verdict === 'rejected' && text === '') return 'Say why: a comment is needed when you do not accept.';
  const checked = comment.safeParse(text);
  return checked.success ? null : (checked.error.issues[0]?.message ?? 'This comment cannot be kept.');
}
