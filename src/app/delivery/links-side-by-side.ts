import type { StoredToken } from '../../ports/link-tokens.ts';

/** How many links for one purpose can be valid at the same time. */
const MOST_LINKS = 3;
const KNOWN = 'known ';

/** Who requests a link, as far as the program distinguishes people. */
export interface Asker {
  /** Keyed hash of the browser if it is known, otherwise of the network address. */
  readonly source: string;
  /** Whether the account knows the browser. Anybody else may be a stranger. */
  readonly isKnown: boolean;
}

/** The vault stores this text with a link, to remember who requested it. */
export const sourceOfLink = ({ source, isKnown }: Asker): string => (isKnown ? KNOWN + source : source);

const isOfKnown = ({ source }: StoredToken): boolean => source?.startsWith(KNOWN) ?? false;

/**
 * Chooses the links that end to make room for another one. Only newer links from known browsers end a link from a known browser. All other
 * links share the remaining room. They always have room for at least one, so that a person in a new browser gets a working link. `live`:
 * those that expire first come first.
 */
export function linksToEnd(live: readonly StoredToken[], asker: Asker): readonly string[] {
  const [known, others] = [live.filter(isOfKnown), live.filter((link) => !isOfKnown(link))];
  const source = sourceOfLink(asker);
  if (!asker.isKnown) return endBeyond(others, roomBeside(known.length) - 1, source);
  const ended = endBeyond(known, MOST_LINKS - 1, source);
  return [...ended, ...endBeyond(others, roomBeside(known.length - ended.length + 1), source)];
}

const roomBeside = (known: number): number => Math.max(1, MOST_LINKS - known);

/**
 * Ends links until at most `most` are left. It always takes the oldest link of the source with the most links, counting the new one. So
 * strangers who request many links end their own links first.
 */
function endBeyond(links: readonly StoredToken[], most: number, source: string): readonly string[] {
  const left = [...links];
  const ended: string[] = [];
  while (left.length > most) {
    const asked = (of: string | undefined): number => left.filter((link) => link.source === of).length + (of === source ? 1 : 0);
    const busiest = Math.max(...left.map((link) => asked(link.source)));
    const [end] = left.splice(
      left.findIndex((link) => asked(link.source) === busiest),
      1,
    );
    ended.push((end as StoredToken).token_hash);
  }
  return ended;
}
