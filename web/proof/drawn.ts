/** Pixels of the picture for each pixel of the drawing. */
const DENSITY = 2;
const MOST = 4_000;

let count = 0;

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
  count += 1;
  const { svg } = await mermaid.render(`diagram-${count}`, source).catch((error: unknown) => {
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
  const scale = Math.min(DENSITY, MOST / Math.max(width, height, 1));
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
