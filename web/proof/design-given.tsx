import { lazy, Suspense, useState } from 'react';
import { previewAddress } from '../api/files.ts';
import type { Submission } from '../api/verifications.ts';
import { Viewer } from '../ui/viewer.tsx';
import { SECTIONS } from './design-sections.ts';

// Few proofs are designs, and what reads Markdown is as large as this screen.
const Markdown = lazy(() => import('../ui/markdown.tsx').then((module) => ({ default: module.Markdown })));

type Design = NonNullable<Submission['design']>;

/** A design that was given: its sections, and its diagram as the picture that went along, with the source. */
export function DesignGiven({ design }: { design: Design }) {
  const [shown, setShown] = useState<number | null>(null);
  const { diagram } = design;
  const picture = diagram?.file ? previewAddress(diagram.file, 1280) : null;
  return (
    <div className="dsg">
      {SECTIONS.filter(({ key }) => design[key].trim() !== '').map(({ key, name }) => (
        <section key={key} aria-label={name}>
          <h4>{name}</h4>
          <Suspense fallback={<p className="pre">{design[key]}</p>}>
            <Markdown text={design[key]} />
          </Suspense>
        </section>
      ))}
      {picture && (
        <button type="button" className="dsg-p" aria-label="Look at the diagram" onClick={() => setShown(0)}>
          <img src={picture} alt="" loading="lazy" />
        </button>
      )}
      {diagram?.mermaid && (
        <details>
          <summary className="link s2">Source of the diagram</summary>
          <pre className="src">{diagram.mermaid}</pre>
        </details>
      )}
      {picture && <Viewer pictures={[{ src: picture, name: 'Diagram' }]} shown={shown} onShown={setShown} />}
    </div>
  );
}
