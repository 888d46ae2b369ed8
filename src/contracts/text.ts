import { z } from 'zod';
import { number } from './words/format.ts';
import { showsNothing } from './words/spelling.ts';

const LONE_SURROGATE = /\p{Cs}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses them
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: tab and line feed are fine in long texts
const CONTROL_BUT_TAB_LF = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const codePoints = (value: string): number => [...value].length;

function text(max: number, forbidden: RegExp) {
  return (
    z
      .string({ error: (issue) => (issue.input === undefined ? 'This is required.' : 'This must be text.') })
      // Created when first needed, because its first use takes longer than that of all other schemas.
      .refine((value) => codePoints(value) <= max, { error: () => `At most ${number(max)} characters.` })
      .refine((value) => !LONE_SURROGATE.test(value) && !forbidden.test(value), {
        error: 'This holds characters that cannot be kept. Remove control characters.',
      })
  );
}

/** How the API document describes texts. JSON Schema counts code points, too. White space around a line does not count. */
const LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
/** Most of the invisible characters (words/invisible.ts), in a form that every regular expression language supports. */
const UNSEEN =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb';
const WORDS = `^[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f${UNSEEN}][^\\u0000-\\u001f\\u007f-\\u009f]*$`;
const TEXT = '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$';

const trimmed = (value: string): string => value.trim();

/** One line of text, trimmed, with at least one visible character. Lengths are in code points, after `form` was applied. */
export const line = (max: number, missing = 'This is required.', form = trimmed) =>
  text(max * 4 + 1_000, CONTROL)
    .transform(form)
    .pipe(text(max, CONTROL).refine((value) => !showsNothing(value), { error: missing }))
    .meta({ minLength: 1, maxLength: max, pattern: WORDS });

/** One line of text, trimmed. It may be empty, but must not consist only of invisible characters. */
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
