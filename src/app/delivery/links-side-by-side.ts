import type { StoredToken } from '../../ports/link-tokens.ts';

/** How many links of a purpose live side by side. */
const MOST_LINKS = 3;
const KNOWN = 'known ';

/** Who asks for a link, as far as it is told apart. */
export interface Asker {
  /** Keyed hash of the browser where it is known, otherwise of the network address. */
  readonly source: string;
  /** Whether the account knows the browser that asks. Anybody else may be a stranger. */
  readonly isKnown: boolean;
}

/** How the vault keeps with a link who asked for it. */
export const sourceOfLink = ({ source, isKnown }: Asker): string => (isKnown ? KNOWN + source : source);

const isOfKnown = ({ source }: StoredToken): boolean => source?.startsWith(KNOWN) ?? false;

/**
 * Which of these links end, so that there is room for another one. A link that was asked for in a known browser ends only by
 * newer ones from known browsers. All others share the room that these leave, and always have room for one, so that a person in
 * a new browser gets a link that works. `live`: those that expire first come first.
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
 * Ends the oldest of those links that most were asked for from one source, counting the new one, until no more than `most` are
 * left. So a stranger who asks again and again ends their own links before those of others.
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
