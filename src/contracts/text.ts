import { z } from 'zod';
import { number } from './words/format.ts';
import { showsNothing } from './words/spelling.ts';

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
      .refine((value) => codePoints(value) <= max, { error: () => `At most ${number(max)} characters.` })
      .refine((value) => !LONE_SURROGATE.test(value) && !forbidden.test(value), {
        error: 'This holds characters that cannot be kept. Remove control characters.',
      })
  );
}

/** How texts are described to programs. JSON Schema counts code points, too; blanks around a line do not count here. */
const LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
/** Most of the characters of which nothing is seen (words/invisible.ts), in the form that every language reads. */
const UNSEEN =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb';
const WORDS = `^[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f${UNSEEN}][^\\u0000-\\u001f\\u007f-\\u009f]*$`;
const TEXT = '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$';

const trimmed = (value: string): string => value.trim();

/** One line of text, trimmed, in which something can be seen. Lengths are in code points, after `form` has been given to it. */
export const line = (max: number, missing = 'This is required.', form = trimmed) =>
  text(max * 4 + 1_000, CONTROL)
    .transform(form)
    .pipe(text(max, CONTROL).refine((value) => !showsNothing(value), { error: missing }))
    .meta({ minLength: 1, maxLength: max, pattern: WORDS });

/** One line of text, trimmed. It may be empty, but not hold only what nobody sees. */
export const optionalLine = (max: number) =>
  text(max * 4 + 1_000, CONTROL)
    .transform(trimmed)
    .pipe(
      text(max, CONTROL).refine((value) => value === '' || !showsNothing(value), {
        error: 'Nothing of this can be seen. Leave it empty, or write it anew.',
      }),
    )
    .meta({ maxLength: max, pattern: LINE });

/** A long text as it was typed. It may contain tabs and line feeds. */
export const longText = (max: number) => text(max, CONTROL_BUT_TAB_LF).meta({ maxLength: max, pattern: TEXT });
