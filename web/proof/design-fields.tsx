import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field, Textarea } from '../ui/field.tsx';
import { DESIGN_TEMPLATE, type DesignDraft, SECTIONS } from './draft.ts';

/** Pixels of the picture for each pixel of the drawing. */
const DENSITY = 2;
const MOST_PIXELS = 4_000;

let drawings = 0;

/**
 * Draws a diagram in Mermaid as a PNG. Nothing of its text runs: labels are text, and links and scripts are left out.
 * @throws Error with the place of the mistake, where it is none
 */
export async function drawn(source: string): Promise<Blob> {
  // It is large, and only who gives a design needs it.
  const { default: mermaid } = await import('mermaid');
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: 'neutral',
    // The picture is drawn apart from the page, where its fonts are not at hand.
    fontFamily: 'sans-serif',
    suppressErrorRendering: true,
  });
  drawings += 1;
  const { svg } = await mermaid.render(`diagram-${drawings}`, source).catch((error: unknown) => {
    throw new Error(`The diagram cannot be drawn. ${firstLines(error)}`);
  });
  return pictureOf(svg);
}

const firstLines = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .split('\n')
    .slice(0, 4)
    .join('\n');

async function pictureOf(svg: string): Promise<Blob> {
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const [, , width = 0, height = 0] = (drawing.getAttribute('viewBox') ?? '').split(/\s+/).map(Number);
  const scale = Math.min(DENSITY, MOST_PIXELS / Math.max(width, height, 1));
  drawing.setAttribute('width', String(width));
  drawing.setAttribute('height', String(height));
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(drawing)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.ceil(width * scale));
    canvas.height = Math.max(1, Math.ceil(height * scale));
    const paper = canvas.getContext('2d');
    if (!paper) throw new Error('This browser cannot draw the diagram.');
    paper.fillStyle = '#ffffff';
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('This browser cannot draw the diagram.'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

const PAUSE_MS = 500;

interface Drawing {
  readonly url: string | null;
  readonly fault: string | null;
}
const NO_DRAWING: Drawing = { url: null, fault: null };

/** The drawing of a source, a moment after the last key was pressed. */
function useDrawing(source: string): Drawing {
  const [drawing, setDrawing] = useState(NO_DRAWING);
  useEffect(() => {
    if (source.trim() === '') return setDrawing(NO_DRAWING);
    let isOver = false;
    let url: string | null = null;
    const timer = setTimeout(() => {
      drawn(source)
        .then((picture) => {
          if (isOver) return;
          url = URL.createObjectURL(picture);
          setDrawing({ url, fault: null });
        })
        .catch((error: unknown) => !isOver && setDrawing({ url: null, fault: error instanceof Error ? error.message : String(error) }));
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      if (url) URL.revokeObjectURL(url);
    };
  }, [source]);
  return drawing;
}

interface DiagramProps {
  readonly source: string;
  readonly onChange: (source: string) => void;
  readonly fault: string | undefined;
}

/** The source of a diagram, with its drawing below. The picture goes along with the proof. */
function DiagramField({ source, onChange, fault }: DiagramProps) {
  const { url, fault: mistake } = useDrawing(source);
  return (
    <>
      <Field label="Diagram" note="optional" hint="In Mermaid. Its picture is added to the proof." error={fault ?? mistake ?? undefined}>
        <Textarea
          rows={5}
          className="mono"
          spellCheck={false}
          autoCapitalize="none"
          value={source}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {url && source.trim() !== '' && <img className="dsf-p" src={url} alt="The diagram as it is drawn" />}
    </>
  );
}

interface DesignFieldsProps {
  readonly design: DesignDraft;
  readonly onChange: (design: DesignDraft) => void;
  readonly fault: string | undefined;
}

/** The parts of a system design. Each empty one can be begun with a template. */
export function DesignFields({ design, onChange, fault }: DesignFieldsProps) {
  const isBlank = SECTIONS.every(({ key }) => design[key].trim() === '') && design.mermaid.trim() === '';
  const begin = () => onChange(DESIGN_TEMPLATE);
  return (
    <div className="dsf">
      {isBlank && (
        <Button size="s" onClick={begin}>
          Begin with the template
        </Button>
      )}
      {SECTIONS.map(({ key, name, hint }) => (
        <Field key={key} label={name} hint={hint}>
          <Textarea rows={3} value={design[key]} onChange={(event) => onChange({ ...design, [key]: event.target.value })} />
        </Field>
      ))}
      <DiagramField source={design.mermaid} onChange={(mermaid) => onChange({ ...design, mermaid })} fault={fault} />
    </div>
  );
}
