import { z } from 'zod';

const LONE_SURROGATE = /\p{Cs}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: tab and line feed are fine in long texts
const CONTROL_BUT_TAB_LF = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const codePoints = (value: string): number => [...value].length;

function text(max: number, forbidden: RegExp) {
  return (
    z
      .string({ error: (issue) => (issue.input === undefined ? 'This is required.' : 'This must be text.') })
      // Written when it is needed: the first number in words takes longer than all other schemas.
      .refine((value) => codePoints(value) <= max, { error: () => `At most ${max.toLocaleString('en-US')} characters.` })
      .refine((value) => !LONE_SURROGATE.test(value) && !forbidden.test(value), {
        error: 'This holds characters that cannot be kept. Remove control characters.',
      })
  );
}

/** How texts are described to programs. JSON Schema counts code points, too; blanks around a line do not count here. */
const LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
const WORDS = '^[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$';
const TEXT = '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$';

/** One line of text, trimmed and not blank. Lengths are in code points. */
export const line = (max: number, missing = 'This is required.') =>
  text(max * 4 + 1_000, CONTROL)
    .transform((value) => value.trim())
    .pipe(text(max, CONTROL).refine((value) => value !== '', { error: missing }))
    .meta({ minLength: 1, maxLength: max, pattern: WORDS });

/** One line of text, trimmed. It may be empty. */
export const optionalLine = (max: number) =>
  text(max * 4 + 1_000, CONTROL)
    .transform((value) => value.trim())
    .pipe(text(max, CONTROL))
    .meta({ maxLength: max, pattern: LINE });

/** A long text as it was typed. It may contain tabs and line feeds. */
export const longText = (max: number) => text(max, CONTROL_BUT_TAB_LF).meta({ maxLength: max, pattern: TEXT });
