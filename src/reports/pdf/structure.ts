/** The roles of the structure of a PDF (ISO 32000-1, 14.8.4) that our documents have. */
export type Role = 'Document' | 'H1' | 'H2' | 'P' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

/** A table or a list that consists of several blocks, and may continue on further pages. It is recognized by its identity. */
export interface Part {
  readonly role: 'Table' | 'L';
}

/** `bbox`: left, top, right and bottom of a figure on its page, in points from the top left. `scope`: what a head is the head of. */
export interface ElementOptions {
  readonly alt?: string;
  readonly bbox?: readonly [number, number, number, number];
  readonly scope?: 'Column' | 'Row';
}

/** `Pagination`: what only says where in the document a page is. `Layout`: lines and marks without a meaning of their own. */
type ArtifactType = 'Pagination' | 'Layout';

/** Pdfkit's types leave out `end` and some of the options. */
interface StructureElement extends PDFKit.PDFStructureElement {
  end(): void;
}

/**
 * The structure of a PDF, by which a screen reader finds headings, lists and tables, and reads everything in its order. What is drawn
 * belongs either to an element or to an artifact, which is not read out. Elements are written while the document is drawn.
 */
export class Structure {
  readonly #doc: PDFKit.PDFDocument;
  readonly #open: [StructureElement, ...StructureElement[]];
  #part: Part | null = null;
  #isMarked = false;

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    const root = this.#create('Document');
    doc.addStructure(root);
    this.#open = [root];
  }

  /** Whether what is drawn now belongs to an element or an artifact. */
  get isMarked(): boolean {
    return this.#isMarked;
  }

  #create(role: Role, options: ElementOptions = {}): StructureElement {
    return this.#doc.struct(role, options as PDFKit.Mixins.StructureElementOptions) as StructureElement;
  }

  #begin(role: Role): void {
    const element = this.#create(role);
    this.#open.at(-1)?.add(element);
    this.#open.push(element);
  }

  /** Draws an element that contains other elements. Within an artifact there are none. */
  group(role: Role, draw: () => void): void {
    if (!this.#isMarked) this.#begin(role);
    draw();
    if (!this.#isMarked) this.#open.pop()?.end();
  }

  /** Draws an element that contains texts or drawings. What belongs to an element or an artifact already is not divided further. */
  element(role: Role, draw: () => void, options: ElementOptions = {}): void {
    if (this.#isMarked) {
      draw();
      return;
    }
    const element = this.#create(role, options);
    this.#open.at(-1)?.add(element);
    this.#isMarked = true;
    // It is called at once, because the element it belongs to is in the document already.
    element.add(draw);
    this.#isMarked = false;
    element.end();
  }

  /** Draws what is not read out. */
  artifact(type: ArtifactType, draw: () => void): void {
    if (this.#isMarked) {
      draw();
      return;
    }
    this.#isMarked = true;
    this.#doc.markContent('Artifact', { type });
    draw();
    this.#doc.endMarkedContent();
    this.#isMarked = false;
  }

  /** Draws something that is read out and copied as this text. */
  reading(text: string, draw: () => void): void {
    this.#doc.markContent('Span', { actual: text });
    draw();
    this.#doc.endMarkedContent();
  }

  /** Goes on in this part, or outside of all parts (null). The part before it is complete then. */
  enter(part: Part | null): void {
    if (part === this.#part || this.#isMarked) return;
    if (this.#part !== null) this.#open.pop()?.end();
    if (part !== null) this.#begin(part.role);
    this.#part = part;
  }

  /** The structure is complete. */
  end(): void {
    this.enter(null);
    this.#open[0].end();
  }
}
