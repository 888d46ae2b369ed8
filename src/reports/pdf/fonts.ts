import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { graphemesOf } from './text.ts';

export type Weight = 'text' | 'bold';
/** Fonts for what the text font lacks. Each is there in one weight only. */
type Fallback = 'emoji' | 'hangul' | 'han' | 'thai' | 'devanagari';
export type FontName = Weight | Fallback;

/** A font that pdfkit has parsed. */
export interface Font {
  readonly unitsPerEm: number;
  glyphForCodePoint(point: number): { readonly advanceWidth: number };
  hasGlyphForCodePoint(point: number): boolean;
  /** Shapes a text: joins letters, places marks, and takes the one glyph of several characters. */
  layout(text: string): { readonly advanceWidth: number };
}

const require = createRequire(import.meta.url);

const FILES: Readonly<Record<FontName, () => string>> = {
  text: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
  emoji: () => require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
  hangul: () => require.resolve('@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf'),
  han: () => require.resolve('@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf'),
  thai: () => require.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
  devanagari: () => require.resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
};

/** Which characters a fallback is asked for. A font is read only for a text that has one of its characters. */
const FALLBACKS: readonly (readonly [name: Fallback, characters: RegExp])[] = [
  ['emoji', /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u],
  ['hangul', /\p{Script=Hangul}/u],
  ['han', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb-\u30fc\uff00-\uffef]/u],
  ['thai', /\p{Script=Thai}/u],
  ['devanagari', /[\p{Script=Devanagari}\u0964\u0965]/u],
];
const EMOJI = /^\p{Emoji_Presentation}/u;
const ZERO_WIDTH_JOINER = '\u200d';

/** Fonts are read and parsed for the first report that needs them and then kept, because parsing costs more than the rest of a report. */
const parsed = new Map<FontName, Font>();

/** What to register with a document. pdfkit takes a parsed font as well as the bytes of a file. */
export const fontSource = (name: FontName): PDFKit.Mixins.PDFFontSource =>
  (parsed.get(name) as unknown as Buffer | undefined) ?? readFileSync(FILES[name]());

export const keepFont = (name: FontName, font: Font): void => void parsed.set(name, font);

const hasAll = (font: Font, grapheme: string): boolean =>
  [...grapheme].every((character) => character === ZERO_WIDTH_JOINER || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

/** A piece of a line that one font draws. */
export interface Run {
  readonly font: FontName;
  readonly text: string;
}

/** Chooses the fonts of a document's texts. `load` gives a font, which is read if it was not needed before. */
export function createFontChoice(load: (name: FontName) => Font) {
  const chosen = new Map<string, FontName | null>();

  function choose(grapheme: string, weight: Weight): FontName | null {
    const isPlain = !EMOJI.test(grapheme) && hasAll(load(weight), grapheme);
    if (isPlain) return weight;
    const other = FALLBACKS.find(([name, characters]) => characters.test(grapheme) && hasAll(load(name), grapheme));
    return other?.[0] ?? (hasAll(load(weight), grapheme) ? weight : null);
  }

  /** The font that draws this grapheme; null: none does. */
  function fontOf(grapheme: string, weight: Weight): FontName | null {
    const key = `${weight} ${grapheme}`;
    const known = chosen.get(key);
    if (known !== undefined) return known;
    const font = choose(grapheme, weight);
    chosen.set(key, font);
    return font;
  }

  /** The runs of a line, from the left. */
  function runsOf(text: string, weight: Weight): readonly Run[] {
    const runs: { font: FontName; text: string }[] = [];
    for (const grapheme of graphemesOf(text)) {
      const font = fontOf(grapheme, weight) ?? weight;
      const last = runs.at(-1);
      if (last?.font === font) last.text += grapheme;
      else runs.push({ font, text: grapheme });
    }
    return runs;
  }
  return { fontOf, runsOf };
}
