import type { FEATURES } from '../content/landing.ts';

/** Parts of the program's own screens, made by scripts/pictures.ts: their addresses, by file. */
const FILES = import.meta.glob<string>('./pictures/*.avif', { eager: true, import: 'default', query: '?url' });
const THEMES = ['light', 'dark'] as const;
/** The size of every picture, in pixels of the page. The files have twice as many. */
const SIZE = { width: 440, height: 275 } as const;

interface PictureProps {
  readonly of: (typeof FEATURES)[number]['picture'];
  /** What is to be seen. */
  readonly alt: string;
}

/** A part of a screen in the theme of the page. A browser loads it when it comes near, and never the one of the other theme. */
export const Picture = ({ of, alt }: PictureProps) =>
  THEMES.map((theme) => (
    <img
      key={theme}
      className={`shot on-${theme}`}
      src={FILES[`./pictures/${of}-${theme}.avif`]}
      alt={alt}
      {...SIZE}
      loading="lazy"
      decoding="async"
    />
  ));
