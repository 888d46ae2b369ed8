import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { longText } from '../../../contracts/text.ts';
import { invalid } from '../../kernel/problems.ts';
import { readPageForm } from './page-form.ts';

const MOST_WORDS_TEXT = 500;
const text = z
  .string()
  .default('')
  // Browsers send line ends as CR LF.
  .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
  .pipe(longText(MOST_WORDS_TEXT));
const NO_TEXT = 'A question has no text. Leave it empty, or send it as a note.';

const form = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('ask'),
      text: z
        .literal('', { error: NO_TEXT })
        .optional()
        .transform(() => ''),
    }),
    z.object({ kind: z.enum(['well_done', 'note']), text }),
  ],
  { error: 'Choose ask, well_done or note.' },
);
export type SentWords = z.output<typeof form>;

/** @throws Refusal 413, 415, 422 with what is wrong */
export async function readWords(request: IncomingMessage): Promise<SentWords> {
  const parsed = form.safeParse(await readPageForm(request));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid({ [String(issue?.path[0] ?? 'kind')]: [issue?.message ?? 'This form is not whole. Open the page again.'] });
}
