import { INKS, PALETTE, type Scene, type Shape } from '../charts/scene.ts';
import { MARKS } from '../model/marks.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** Colours are classes, because the policy allows no style attribute and both themes share one drawing. */
export const INK_CLASSES = INKS.map((ink) => `.f-${ink}{fill:var(--${ink})}.s-${ink}{stroke:var(--${ink})}`).join('');
export const INK_TOKENS = INKS.map((ink) => `--${ink}:light-dark(${PALETTE[ink].join(',')})`).join(';');

function shapeSvg(shape: Shape): string {
  if (shape.kind === 'text')
    return `<text class="f-${shape.ink}${shape.bold ? ' b' : ''}" x="${shape.x}" y="${shape.y}" text-anchor="${shape.anchor}">${escapeHtml(shape.text)}</text>`;
  const classes = [shape.fill === null ? 'nf' : `f-${shape.fill}`, ...(shape.stroke === null ? [] : [`s-${shape.stroke}`])].join(' ');
  if (shape.kind === 'rect')
    return `<rect class="${classes}" x="${shape.x}" y="${shape.y}" width="${shape.w}" height="${shape.h}"${shape.radius ? ` rx="${shape.radius}"` : ''}/>`;
  const dash = shape.dash === undefined ? '' : ` stroke-dasharray="${shape.dash}"`;
  return `<path class="${classes}" stroke-width="${shape.width}"${dash} d="${shape.d}"/>`;
}

const body = (shapes: readonly Shape[]): string => shapes.map(shapeSvg).join('');

/** A drawing as an SVG image. `name` is its accessible name. */
export function sceneSvg(scene: Scene, name: string): string {
  return `<svg class="chart" viewBox="0 0 ${scene.width} ${scene.height}" role="img" aria-label="${escapeHtml(name)}">${body(scene.shapes)}</svg>`;
}

/** A drawing that stands beside its own text, hidden from screen readers. `name` is its class. */
export function ornamentSvg(shapes: readonly Shape[], size: number, name: string): string {
  return `<svg class="${name}" viewBox="0 0 ${size} ${size}" aria-hidden="true">${body(shapes)}</svg>`;
}

/** Every mark once as a symbol, which is shown with <use>. */
export function markSymbols(): string {
  const symbols = Object.entries(MARKS).map(([name, shapes]) => `<symbol id="m-${name}" viewBox="0 0 20 20">${body(shapes)}</symbol>`);
  return `<svg class="vh" aria-hidden="true">${symbols.join('')}</svg>`;
}
