import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { type Ink, light, type Scene, type Shape } from '../charts/scene.ts';
import { drawable, type FontFace, joinRightToLeft, widthOf } from './text.ts';

export type Weight = 'text' | 'bold';
export interface Style {
  readonly size: number;
  readonly ink: Ink;
  readonly weight?: Weight;
  readonly align?: 'left' | 'right' | 'center';
}
export interface DocumentInfo {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly madeAt: string;
}

/** The size and the margins of a page (A4), in points. */
export const PAGE = { width: 595.28, height: 841.89, left: 42, right: 42, top: 36, bottom: 60 } as const;
export const CONTENT = PAGE.width - PAGE.left - PAGE.right;

const require = createRequire(import.meta.url);
const file = (name: string): Buffer => readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
const FILES: Readonly<Record<Weight, string>> = { text: 'DejaVuSansCondensed', bold: 'DejaVuSansCondensed-Bold' };

/** A font that pdfkit has parsed. */
interface Font {
  readonly unitsPerEm: number;
  glyphForCodePoint(point: number): { readonly advanceWidth: number };
  hasGlyphForCodePoint(point: number): boolean;
}
/** A field that pdfkit's types leave out: the parsed font behind the current one. */
interface WithParsedFont {
  readonly _font: { readonly font: Font };
}

/** Fonts are read and parsed for the first report and then kept, because parsing costs more than the rest of a report. */
const fonts = new Map<Weight, Font>();
/** The font to register with a document. pdfkit takes a parsed font as well as the bytes of a file. */
const source = (weight: Weight): PDFKit.Mixins.PDFFontSource => (fonts.get(weight) as unknown as Buffer | undefined) ?? file(FILES[weight]);

/** A pdfkit document with methods for this product's texts, lines and drawings. Coordinates are in points; y grows downwards. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly #faces: Readonly<Record<Weight, FontFace>>;

  constructor({ title, author, subject, madeAt }: DocumentInfo) {
    const date = new Date(madeAt);
    const info = { Title: title, Author: author, Subject: subject, Creator: 'Vouch', Producer: 'Vouch', CreationDate: date, ModDate: date };
    this.doc = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false, lang: 'en', displayTitle: true, pdfVersion: '1.7', info });
    this.doc.registerFont('text', source('text')).registerFont('bold', source('bold'));
    this.#faces = { text: this.#face('text'), bold: this.#face('bold') };
  }

  #face(weight: Weight): FontFace {
    // See `WithParsedFont`.
    const { font } = (this.doc.font(weight) as unknown as WithParsedFont)._font;
    fonts.set(weight, font);
    const widths = new Map<string, number>();
    const measure = (character: string): number => {
      const width = font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
      widths.set(character, width);
      return width;
    };
    return { has: (point) => font.hasGlyphForCodePoint(point), width: (character) => widths.get(character) ?? measure(character) };
  }

  face(weight: Weight = 'text'): FontFace {
    return this.#faces[weight];
  }

  /** The text in the form in which the font can draw it, as `text` and `width` need it. */
  clean(text: string, weight: Weight = 'text'): string {
    return drawable(text, this.#faces[weight]);
  }

  width(text: string, { size, weight = 'text' }: Pick<Style, 'size' | 'weight'>): number {
    return widthOf(text, size, this.#faces[weight]);
  }

  /** Draws one line of clean text on the base line y. x is its left end, its right end or its middle, as `align` says. */
  text(text: string, x: number, y: number, style: Style): this {
    if (text === '') return this;
    const width = style.align === undefined || style.align === 'left' ? 0 : this.width(text, style);
    const left = style.align === 'right' ? x - width : style.align === 'center' ? x - width / 2 : x;
    this.doc
      .font(style.weight ?? 'text')
      .fontSize(style.size)
      .fillColor(light(style.ink))
      .text(joinRightToLeft(text), left, y, { lineBreak: false, baseline: 'alphabetic' });
    return this;
  }

  /** Draws a horizontal line. */
  rule(x1: number, x2: number, y: number, ink: Ink, width = 0.75): this {
    this.doc.moveTo(x1, y).lineTo(x2, y).lineWidth(width).strokeColor(light(ink)).stroke();
    return this;
  }

  /** Draws a vertical line. */
  column(x: number, y1: number, y2: number, ink: Ink): this {
    this.doc.moveTo(x, y1).lineTo(x, y2).lineWidth(0.75).strokeColor(light(ink)).stroke();
    return this;
  }

  /** Draws two horizontal lines: the sign that nothing above them can change any more. */
  doubleRule(x1: number, x2: number, y: number, ink: Ink): this {
    return this.rule(x1, x2, y, ink).rule(x1, x2, y + 1.9, ink);
  }

  /** Draws shapes with their origin at x and y. `size` is the size of their texts in points. */
  scene({ shapes }: Pick<Scene, 'shapes'>, x: number, y: number, size: number, scale = 1): this {
    this.doc.save().translate(x, y).scale(scale);
    for (const shape of shapes) this.#shape(shape, size);
    this.doc.restore();
    return this;
  }

  #shape(shape: Shape, size: number): void {
    if (shape.kind === 'text') {
      const align = shape.anchor === 'end' ? 'right' : shape.anchor === 'middle' ? 'center' : 'left';
      this.text(this.clean(shape.text), shape.x, shape.y, { size, ink: shape.ink, align, weight: shape.bold ? 'bold' : 'text' });
      return;
    }
    if (shape.kind === 'rect') this.doc.roundedRect(shape.x, shape.y, shape.w, shape.h, shape.radius ?? 0).lineWidth(0.7);
    else this.doc.path(shape.d).lineWidth(shape.width);
    const dashed = shape.kind === 'path' && shape.dash !== undefined;
    if (dashed) this.doc.dash(shape.dash ?? 1, { space: shape.dash ?? 1 });
    if (shape.fill !== null && shape.stroke !== null) this.doc.fillAndStroke(light(shape.fill), light(shape.stroke));
    else if (shape.fill !== null) this.doc.fill(light(shape.fill));
    else if (shape.stroke !== null) this.doc.stroke(light(shape.stroke));
    if (dashed) this.doc.undash();
  }
}
