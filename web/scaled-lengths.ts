import type { CSSOptions } from 'vite';

type Options = Exclude<CSSOptions['postcss'], string | undefined>;
type Plugin = NonNullable<Options['plugins']>[number];

/** Pixels of a rem at the browser's default text size: the font size of `html` in ui/styles/base.css. */
const REM_PX = 15;
/** Pixels of an em in a media query, which uses only the browser's own font size. */
const MEDIA_EM_PX = 16;
/** Shorter lengths are hairlines and optical corrections, which do not scale. */
const LEAST_PX = 5;
/** These properties have lengths that do not depend on the text size. */
const FIXED =
  /^(border|outline|box-shadow|text-shadow|text-underline-offset|text-decoration|letter-spacing|stroke|--r\d|--pop|--toast-shadow)/;
const PX = /(?<![\w.#-])(-?)(\d*\.?\d+)px\b/g;

const DIGITS = 100_000;
/** Rounded up, because browsers cut off fractions below 1/64 px, and 44 px would become less. */
const inUnit = (px: number, of: number, unit: string): string => `${Math.ceil((px / of) * DIGITS) / DIGITS}${unit}`;

export const scaledValue = (property: string, value: string): string =>
  FIXED.test(property)
    ? value
    : value.replace(PX, (whole, sign, px) => (Number(px) < LEAST_PX ? whole : sign + inUnit(Number(px), REM_PX, 'rem')));
export const scaledMedia = (condition: string): string =>
  condition.replace(PX, (_whole, sign, px) => sign + inUnit(Number(px), MEDIA_EM_PX, 'em'));

/**
 * The style sheets contain px, as the design does, and the build converts them to rem. A person with larger browser texts gets
 * lines, rows and buttons of the same proportions and the layout of a narrower window, and no text is cut or overlaps.
 */
export const scaledLengths: Plugin = {
  postcssPlugin: 'scaled-lengths',
  Declaration(declaration) {
    const value = scaledValue(declaration.prop, declaration.value);
    if (value !== declaration.value) declaration.value = value;
  },
  AtRule: {
    media(rule) {
      const params = scaledMedia(rule.params);
      if (params !== rule.params) rule.params = params;
    },
  },
};
