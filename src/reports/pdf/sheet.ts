import PDFDocument from 'pdfkit';
import { EMPTY_STATEMENT } from '../../contracts/ledger/papers/place.ts';
import { STATEMENT_BYTES } from '../../contracts/ledger/papers/statement.ts';
import { hasRightToLeft } from '../../contracts/words/isolated.ts';
import { type Ink, light, type Scene, type Shape } from '../charts/scene.ts';
import { inFontOrder, piecesOf, withoutMarks } from './directions.ts';
import { createFontChoice, type Font, type FontName, fontSource, keepFont, type Run, type Weight } from './fonts.ts';
import { Structure } from './structure.ts';
import { drawable, type FontFace, graphemesOf, isPlain, widthOf } from './text.ts';

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

/** A field that pdfkit's types leave out: the parsed font behind the current one. */
interface WithParsedFont {
  readonly _font: { readonly font: Font };
}

/** A pdfkit document with methods for this product's texts, lines and drawings. Coordinates are in points; y grows downwards. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly structure: Structure;
  readonly #faces: Readonly<Record<Weight, FontFace>>;
  readonly #fonts = new Map<FontName, Font>();
  readonly #choice = createFontChoice((name) => this.#font(name));

  constructor({ title, author, subject, madeAt }: DocumentInfo) {
    const date = new Date(madeAt);
    const info = { Title: title, Author: author, Subject: subject, Creator: 'Vouch', Producer: 'Vouch', CreationDate: date, ModDate: date };
    const options = {
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      lang: 'en',
      displayTitle: true,
      pdfVersion: '1.7',
      tagged: true,
    } as const;
    this.doc = new PDFDocument({ ...options, info });
    this.structure = new Structure(this.doc);
    this.#faces = { text: this.#face('text'), bold: this.#face('bold') };
  }

  /** A font for this document. It is embedded only if something is drawn with it. */
  #font(name: FontName): Font {
    const known = this.#fonts.get(name);
    if (known) return known;
    this.doc.registerFont(name, fontSource(name));
    // See `WithParsedFont`.
    const { font } = (this.doc.font(name) as unknown as WithParsedFont)._font;
    keepFont(name, font);
    this.#fonts.set(name, font);
    return font;
  }

  #face(weight: Weight): FontFace {
    const font = this.#font(weight);
    const widths = new Map<string, number>();
    const remember = (text: string, width: number): number => {
      widths.set(text, width);
      return width;
    };
    const measure = (character: string): number => font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
    const shape = (text: string): number => this.#runs(text, weight).reduce((sum, run) => sum + this.#runWidth(run), 0);
    return {
      has: (point) => font.hasGlyphForCodePoint(point),
      borrows: (grapheme) => this.#choice.fontOf(grapheme, weight) !== null,
      width: (character) => widths.get(character) ?? remember(character, measure(character)),
      shaped: (text) => widths.get(text) ?? remember(text, shape(text)),
    };
  }

  /** The width of a run at size 1. */
  #runWidth({ font: name, text }: Run): number {
    const font = this.#font(name);
    return font.layout(text).advanceWidth / font.unitsPerEm;
  }

  /**
   * Embeds the file `vouch.json` with the empty place of a statement, which is filled in later. pdfkit's own `file()` would compress it and
   * add a sum of its content.
   */
  embedStatement(): void {
    const content = this.doc.ref({ Type: 'EmbeddedFile', Subtype: 'application#2Fjson', Params: { Size: STATEMENT_BYTES } });
    content.compress = false;
    content.end(Buffer.from(EMPTY_STATEMENT, 'ascii'));
    const name = 'vouch.json';
    // pdfkit writes a plain string as a name, and an object of `String` as a text.
    const file = this.doc.ref({ Type: 'Filespec', AFRelationship: 'Data', F: new String(name), UF: new String(name), EF: { F: content } });
    file.end(undefined);
    this.doc.addNamedEmbeddedFile(name, file);
  }

  face(weight: Weight = 'text'): FontFace {
    return this.#faces[weight];
  }

  /** The text in the form in which it can be drawn, as `text` and `width` need it. */
  clean(text: string, weight: Weight = 'text'): string {
    return drawable(text, this.#faces[weight]);
  }

  width(text: string, { size, weight = 'text' }: Pick<Style, 'size' | 'weight'>): number {
    return widthOf(text, size, this.#faces[weight]);
  }

  /**
   * Draws one line of clean text on the base line y. x is its left end, its right end or its middle, as `align` says. The text has to
   * belong to an element of the structure or to an artifact, because otherwise nobody could tell whether it is to be read out.
   */
  text(text: string, x: number, y: number, style: Style): this {
    if (!this.structure.isMarked) throw new Error('A text of a PDF has to belong to an element or an artifact.');
    if (text === '') return this;
    const width = style.align === undefined || style.align === 'left' ? 0 : this.width(text, style);
    const left = style.align === 'right' ? x - width : style.align === 'center' ? x - width / 2 : x;
    this.doc.fontSize(style.size).fillColor(light(style.ink));
    const draw = () => this.#line(text, left, y, style);
    // It is read and copied in its order, and not in that of its drawing.
    if (hasRightToLeft(text)) this.structure.reading(withoutMarks(text), draw);
    else draw();
    return this;
  }

  #line(text: string, x: number, y: number, { size, weight = 'text' }: Style): void {
    let at = x;
    const runs = this.#runs(text, weight);
    for (const [index, run] of runs.entries()) {
      this.doc.font(run.font).text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' });
      if (index < runs.length - 1) at += this.#runWidth(run) * size;
    }
  }

  /** The runs of a line from the left to the right, each in the order in which its font draws it. */
  #runs(text: string, weight: Weight): readonly Run[] {
    if (isPlain(text)) return [{ font: weight, text }];
    return piecesOf(text).flatMap((piece) => {
      const runs = this.#choice.runsOf(piece.text, weight);
      const ordered = piece.rtl ? runs.toReversed() : runs;
      return ordered.map((run) => ({ font: run.font, text: inFontOrder(graphemesOf(run.text), piece.rtl) }));
    });
  }

  /** Draws a horizontal line. */
  rule(x1: number, x2: number, y: number, ink: Ink): this {
    return this.#stroke([x1, y], [x2, y], ink);
  }

  /** Draws a vertical line. */
  column(x: number, y1: number, y2: number, ink: Ink): this {
    return this.#stroke([x, y1], [x, y2], ink);
  }

  #stroke(from: readonly [number, number], to: readonly [number, number], ink: Ink): this {
    this.structure.artifact('Layout', () => {
      this.doc
        .moveTo(...from)
        .lineTo(...to)
        .lineWidth(0.75)
        .strokeColor(light(ink))
        .stroke();
    });
    return this;
  }

  /** Draws two horizontal lines: the sign that nothing above them can change any more. */
  doubleRule(x1: number, x2: number, y: number, ink: Ink): this {
    return this.rule(x1, x2, y, ink).rule(x1, x2, y + 1.9, ink);
  }

  /**
   * Draws shapes with their origin at x and y. `size` is the size of their texts in points. They are not read out unless they are drawn
   * within an element.
   */
  scene({ shapes }: Pick<Scene, 'shapes'>, x: number, y: number, size: number, scale = 1): this {
    this.structure.artifact('Layout', () => {
      this.doc.save().translate(x, y).scale(scale);
      for (const shape of shapes) this.#shape(shape, size);
      this.doc.restore();
    });
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
