import type { CSSOptions } from 'vite';

type Options = Exclude<CSSOptions['postcss'], string | undefined>;
type Plugin = NonNullable<Options['plugins']>[number];

/** Pixels of a rem where the browser's text size is as usual: the font size of `html` in ui/styles/base.css. */
const REM_PX = 15;
/** Pixels of an em in a media query, which knows no font size but the browser's own. */
const MEDIA_EM_PX = 16;
/** Shorter lengths are hairlines and corrections for the eye. */
const LEAST_PX = 5;
/** Lengths of these do not hold text. */
const FIXED = /^(border|outline|box-shadow|text-shadow|text-underline-offset|text-decoration|letter-spacing|stroke|--r\d|--pop)/;
const PX = /(?<![\w.#-])(-?)(\d*\.?\d+)px\b/g;

const DIGITS = 100_000;
/** Rounded up, because browsers cut off what is less than 1/64 px, and 44 px would be less than that. */
const inUnit = (px: number, of: number, unit: string): string => `${Math.ceil((px / of) * DIGITS) / DIGITS}${unit}`;

/** A value in rem instead of px. */
export const scaledValue = (property: string, value: string): string =>
  FIXED.test(property)
    ? value
    : value.replace(PX, (whole, sign, px) => (Number(px) < LEAST_PX ? whole : sign + inUnit(Number(px), REM_PX, 'rem')));
/** The condition of a media query in em instead of px. */
export const scaledMedia = (condition: string): string =>
  condition.replace(PX, (_whole, sign, px) => sign + inUnit(Number(px), MEDIA_EM_PX, 'em'));

/**
 * Lengths are written in px, as in the design, and become rem: whoever has set larger texts in the browser gets lines, rows and
 * buttons of the same proportions, and the layout of a narrower window, instead of texts that are cut and lie over each other.
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
