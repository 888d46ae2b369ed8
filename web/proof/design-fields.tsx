import { useEffect, useState } from 'react';
import { FormField } from '../forms/form-field.tsx';
import type { CallForm } from '../forms/use-call-form.ts';
import { Button } from '../ui/button.tsx';
import { Field, Textarea } from '../ui/field.tsx';
import textStyles from '../ui/text.module.css';
import styles from './design-fields.module.css';
import { DESIGN_TEMPLATE, type ProofValues, SECTIONS } from './draft.ts';

const DENSITY = 2;
const MOST_PIXELS = 4_000;

let drawings = 0;

/**
 * Draws a Mermaid diagram as a PNG. Nothing in its source is executed: labels are text, and links and scripts are left out.
 * @throws Error with the position of the mistake if the source is no diagram
 */
export async function drawn(source: string): Promise<Blob> {
  // The library is large and only system designs need it.
  const { default: mermaid } = await import('mermaid');
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: 'neutral',
    // The picture is drawn outside of the page, where the fonts of the page are not available.
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

/** Redraws a moment after the last key press. */
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

interface FieldsProps {
  readonly form: CallForm<ProofValues, ProofValues>;
}

/** The drawn picture becomes part of the proof. */
function DiagramField({ form }: FieldsProps) {
  const source = form.watch('design.mermaid');
  const { url, fault: mistake } = useDrawing(source);
  return (
    <>
      <FormField
        form={form}
        name="design"
        label="Diagram"
        note="optional"
        hint="In Mermaid. Its picture is added to the proof."
        error={mistake ?? undefined}
      >
        <Textarea rows={5} className={textStyles.monospace} spellCheck={false} autoCapitalize="none" {...form.register('design.mermaid')} />
      </FormField>
      {url && source.trim() !== '' && <img className={styles.preview} src={url} alt="The diagram as it is drawn" />}
    </>
  );
}

/** Each empty part offers a template. */
export function DesignFields({ form }: FieldsProps) {
  const isBlank = Object.values(form.watch('design') ?? {}).every((text) => text.trim() === '');
  const begin = () => form.setValue('design', DESIGN_TEMPLATE);
  return (
    <div className={styles.fields}>
      {isBlank && (
        <Button size="s" onClick={begin}>
          Begin with the template
        </Button>
      )}
      {SECTIONS.map(({ key, name, hint }) => (
        <Field key={key} label={name} hint={hint}>
          <Textarea rows={3} {...form.register(`design.${key}`)} />
        </Field>
      ))}
      <DiagramField form={form} />
    </div>
  );
}
