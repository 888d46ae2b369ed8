import { useEffect, useState } from 'react';
import { Field, Textarea } from '../ui/field.tsx';
import { drawn } from './drawn.ts';

const PAUSE_MS = 500;

interface Drawing {
  readonly url: string | null;
  readonly fault: string | null;
}
const NONE: Drawing = { url: null, fault: null };

/** The drawing of a source, a moment after the last key was pressed. */
function useDrawing(source: string): Drawing {
  const [drawing, setDrawing] = useState(NONE);
  useEffect(() => {
    if (source.trim() === '') return setDrawing(NONE);
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
export function DiagramField({ source, onChange, fault }: DiagramProps) {
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
