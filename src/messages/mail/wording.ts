import Handlebars, { type HelperOptions } from 'handlebars';
import type { Block, SheetFigure, SheetLink, SheetRow, Wording } from './blocks.ts';
import { oneLine } from './one-line.ts';
import { readPartials, readTemplate } from './template.ts';

type Saying = { -readonly [name in keyof Wording]: Wording[name] extends readonly (infer One)[] ? One[] : Wording[name] };

/** The blocks that are a text, and nothing else. */
const TEXTS = ['heading', 'subheading', 'text', 'small'] as const;
const HELPERS = [...TEXTS, 'subject', 'why', 'button', 'link', 'figures', 'rows'] as const;

/**
 * What the template `file` beside the module `of` says of some values. The template is read when the program starts. It consists of
 * helpers only (`{{#text}}…{{/text}}`): each adds a part to the message, as one line. Nothing is escaped here, since what is made
 * from the parts does that. `partials`: the files of templates that it contains.
 */
export function wording<Values extends object>(of: string, file: string, partials: readonly string[] = []): (values: Values) => Wording {
  const engine = Handlebars.create();
  engine.registerHelper(helpers);
  engine.registerPartial(readPartials(of, partials));
  const knownHelpers = Object.fromEntries(HELPERS.map((name) => [name, true]));
  const template = engine.compile(readTemplate(of, file), { strict: true, noEscape: true, knownHelpersOnly: true, knownHelpers });
  return (values) => {
    const saying: Saying = { subject: '', blocks: [], why: '', links: [] };
    const lost = template(values, { data: { saying } }).trim();
    if (lost !== '') throw new RangeError(`The template ${file} says outside of its parts: ${lost}`);
    return saying;
  };
}

/** The texts of all blocks of one kind. */
export const textsOf = ({ blocks }: Pick<Wording, 'blocks'>, kind: (typeof TEXTS)[number]): readonly string[] =>
  blocks.flatMap((block) => (block as Partial<Record<typeof kind, string>>)[kind] ?? []);

/** The button of a message that has one at most. */
export const buttonOf = ({ blocks }: Pick<Wording, 'blocks'>): SheetLink | null =>
  blocks.flatMap((block) => ('button' in block ? [block.button] : []))[0] ?? null;

const sayingOf = ({ data }: HelperOptions): Saying => data.saying;
const inside = (context: unknown, options: HelperOptions): string => oneLine(options.fn(context));

const textHelper = (name: (typeof TEXTS)[number]) =>
  function (this: unknown, options: HelperOptions): void {
    sayingOf(options).blocks.push({ [name]: inside(this, options) } as unknown as Block);
  };

const helpers: Readonly<Record<(typeof HELPERS)[number], Handlebars.HelperDelegate>> = {
  heading: textHelper('heading'),
  subheading: textHelper('subheading'),
  text: textHelper('text'),
  small: textHelper('small'),
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
