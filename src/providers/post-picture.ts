import { createRequire } from 'node:module';
import type { OverlayOptions } from 'sharp';
import type { PostPicture, PostPictures } from '../ports/post-pictures.ts';

const WIDTH = 1_200;
const HEIGHT = 630;
const MARGIN = 80;
const GROUND = '#fbf9f6';
const ACCENT = '#6e2358';
const INK = '#211a1f';
const INK_2 = '#5f565c';

const require = createRequire(import.meta.url);
const font = (name: string): string => require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);
/** The program's own fonts, so that the picture does not depend on those of the machine. */
const BOLD = { font: 'DejaVu Sans Bold', fontfile: font('DejaVuSans-Bold') };
const PLAIN = { font: 'DejaVu Sans', fontfile: font('DejaVuSans') };

interface Line {
  readonly text: string;
  readonly face: typeof BOLD;
  readonly color: string;
  /** The greatest height and width in pixels. */
  readonly height: number;
  readonly top: number;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const lineOf = ({ text, face, color, height, top }: Line): OverlayOptions => ({
  input: {
    text: {
      ...face,
      text: `<span foreground="${color}">${escaped(text)}</span>`,
      width: WIDTH - 2 * MARGIN,
      height,
      rgba: true,
      wrap: 'none',
    },
  },
  left: MARGIN,
  top,
});

const box = (left: number, top: number, width: number, height: number, background: string): OverlayOptions => ({
  input: { create: { width, height, channels: 4, background } },
  left,
  top,
});

/**
 * The layers of the picture. No layer is loaded from a file format, so the picture needs no decoder besides those that
 * uploads use.
 */
const layersOf = ({ figure, label, period, more }: PostPicture): OverlayOptions[] => [
  box(0, 0, WIDTH, 16, ACCENT),
  lineOf({ text: 'Vouch', face: BOLD, color: ACCENT, height: 38, top: 72 }),
  lineOf({ text: figure, face: BOLD, color: ACCENT, height: 170, top: 168 }),
  lineOf({ text: label, face: BOLD, color: INK, height: 50, top: 372 }),
  lineOf({ text: period, face: PLAIN, color: INK_2, height: 34, top: 450 }),
  ...(more === null ? [] : [lineOf({ text: more, face: PLAIN, color: INK_2, height: 34, top: 500 })]),
  box(MARGIN, 566, WIDTH - 2 * MARGIN, 3, ACCENT),
  box(MARGIN, 575, WIDTH - 2 * MARGIN, 3, ACCENT),
];

/** Pictures of posts, drawn by sharp. */
export const postPictures: PostPictures = {
  async draw(picture) {
    // Loaded with the first picture, because it takes 20 MB.
    const { default: sharp } = await import('sharp');
    return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 4, background: GROUND } })
      .composite(layersOf(picture))
      .removeAlpha()
      .png({ compressionLevel: 9 })
      .toBuffer();
  },
};
