import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import Handlebars from 'handlebars';

/** Partials with which every mail in HTML begins and ends, as paths from a folder of messages. */
export const FRAME = ['head.hbs', 'styles.hbs', 'font.hbs', 'button-style.hbs', 'footer-style.hbs', 'end.hbs'].map(
  (file) => `../mail/${file}`,
);

/** The template `file`, which is beside the module `of`. */
export const readTemplate = (of: string, file: string): string => readFileSync(new URL(file, of), 'utf8');

/**
 * Templates that another template may contain, by the names of their files without the ending. The line break at the end of a file
 * is none of the template's, which may be a part of a line.
 */
export const readPartials = (of: string, files: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(files.map((file) => [basename(file, '.hbs'), readTemplate(of, file).trimEnd()]));

/**
 * The template `file` beside the module `of`, as HTML: every value is escaped. It is read when the program starts.
 * `partials`: the files of templates that it contains.
 */
export function htmlTemplate(of: string, file: string, partials: readonly string[]): (values: object) => string {
  const engine = Handlebars.create();
  engine.registerPartial(readPartials(of, partials));
  return engine.compile(readTemplate(of, file), { strict: true, knownHelpersOnly: true, preventIndent: true });
}
