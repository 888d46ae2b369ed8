import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import Handlebars, { type HelperOptions } from 'handlebars';
import { isolated } from '../../contracts/words/isolated.ts';
import { type Block, oneLine, type SheetFigure, type SheetLink, type SheetRow, type Wording } from './mail.ts';

const FONT = "font-family:'Hanken Grotesk','Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Pieces that several HTML templates use, by the names of the partials: styles, and the end of a mail. */
export const PIECES = {
  font: FONT,
  'heading-style': 'font-size:24px;line-height:30px;font-weight:650;letter-spacing:-0.5px;color:#17211c',
  'button-style': 'font-size:15px;line-height:20px;font-weight:600;text-decoration:none;padding:12px 20px;border-radius:5px',
  'footer-style': 'padding:16px 32px 22px;border-top:1px solid #dfe4dc;font-size:13px;line-height:20px;color:#5b665e',
  cell: `${FONT};padding:9px 0;border-bottom:1px solid #dfe4dc;font-size:15px;line-height:22px;color:#17211c`,
  column: `${FONT};font-size:15px;font-weight:650;color:#17211c;padding:0 0 7px;border-bottom:1px solid #c2cabf;text-align:left`,
  text: `${FONT};margin:10px 0 0;font-size:15px;line-height:23px;color:#434f47;word-break:break-word`,
  end: '</table></td></tr></table></div></body></html>',
} as const;

/** Partials with which every HTML mail begins. The paths are relative to a folder of messages. */
export const FRAME = ['../mail/head.hbs', '../mail/styles.hbs'];

/** Reads the template `file` in the folder of the module `of`. */
const readTemplate = (of: string, file: string): string => readFileSync(new URL(file, of), 'utf8');

/**
 * The partials of a template, by file name without the ending. The line break at the end of each file is removed,
 * because a partial may be used within a line.
 */
const readPartials = (of: string, files: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(files.map((file) => [basename(file, '.hbs'), readTemplate(of, file).trimEnd()]));

/**
 * Compiles the HTML template `file` in the folder of the module `of`; every value is escaped. It is read when the
 * program starts. `partials`: the files of partials that it uses besides the pieces.
 */
export function htmlTemplate(of: string, file: string, partials: readonly string[]): (values: object) => string {
  const engine = Handlebars.create();
  engine.registerPartial({ ...PIECES, ...readPartials(of, partials) });
  return engine.compile(readTemplate(of, file), { strict: true, knownHelpersOnly: true, preventIndent: true });
}

type Saying = { -readonly [name in keyof Wording]: Wording[name] extends readonly (infer One)[] ? One[] : Wording[name] };

/** The kinds of blocks that consist of a text only. */
const TEXTS = ['heading', 'subheading', 'text', 'small'] as const;
const HELPERS = [...TEXTS, 'subject', 'why', 'button', 'link', 'figures', 'rows'] as const;

/**
 * Compiles the template `file` in the folder of the module `of`. The template is read when the program starts. It
 * consists of helpers only (`{{#text}}…{{/text}}`); each adds a part to the message, as one line. Nothing is escaped
 * here, because that is done when the parts are rendered. A value from right to left is isolated from the words around it. `partials`: the files of partials that it uses.
 */
export function wording<Values extends object>(of: string, file: string, partials: readonly string[] = []): (values: Values) => Wording {
  const engine = Handlebars.create();
  engine.registerHelper(helpers);
  engine.registerPartial(readPartials(of, partials));
  const knownHelpers = Object.fromEntries(HELPERS.map((name) => [name, true]));
  const template = engine.compile(readTemplate(of, file), { strict: true, noEscape: true, knownHelpersOnly: true, knownHelpers });
  return (values) => {
    const saying: Saying = { subject: '', blocks: [], why: '', links: [] };
    const lost = template(isolatedIn(values), { data: { saying } }).trim();
    if (lost !== '') throw new RangeError(`The template ${file} says outside of its parts: ${lost}`);
    return saying;
  };
}

/** The same values, ready to stand within a sentence. */
const isolatedIn = (values: object): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolated(value) : value]));

/** The texts of all blocks of one kind. */
export const textsOf = ({ blocks }: Pick<Wording, 'blocks'>, kind: (typeof TEXTS)[number]): readonly string[] =>
  blocks.flatMap((block) => Object.entries(block).flatMap(([name, text]) => (name === kind && typeof text === 'string' ? [text] : [])));

/** The button of a message that has at most one. */
export const buttonOf = ({ blocks }: Pick<Wording, 'blocks'>): SheetLink | null =>
  blocks.flatMap((block) => ('button' in block ? [block.button] : []))[0] ?? null;

const sayingOf = ({ data }: HelperOptions): Saying => data.saying;
const inside = (context: unknown, options: HelperOptions): string => oneLine(options.fn(context));

const textHelper = (blockOf: (text: string) => Block) =>
  function (this: unknown, options: HelperOptions): void {
    sayingOf(options).blocks.push(blockOf(inside(this, options)));
  };

const helpers: Readonly<Record<(typeof HELPERS)[number], Handlebars.HelperDelegate>> = {
  heading: textHelper((heading) => ({ heading })),
  subheading: textHelper((subheading) => ({ subheading })),
  text: textHelper((text) => ({ text })),
  small: textHelper((small) => ({ small })),
  subject(this: unknown, options: HelperOptions) {
    sayingOf(options).subject = inside(this, options);
  },
  why(this: unknown, options: HelperOptions) {
    sayingOf(options).why = inside(this, options);
  },
  button(this: unknown, url: string, options: HelperOptions) {
    sayingOf(options).blocks.push({ button: { label: inside(this, options), url } });
  },
  link(this: unknown, url: string, options: HelperOptions) {
    sayingOf(options).links.push({ label: inside(this, options), url });
  },
  figures(figures: readonly SheetFigure[], options: HelperOptions) {
    sayingOf(options).blocks.push({ figures });
  },
  rows(rows: readonly SheetRow[], options: HelperOptions) {
    sayingOf(options).blocks.push({ rows });
  },
};

/** The values of the template `several.hbs`: the subject of the first thing, and the number of the others. */
export interface Several {
  readonly first: string;
  readonly one_more: boolean;
  /** Null: there is none, or one. */
  readonly more: number | null;
}

export const several = (first: string, others: number): Several => ({ first, one_more: others === 1, more: others > 1 ? others : null });

/** The path of the template, relative to a folder of messages. */
export const SEVERAL = '../mail/several.hbs';
