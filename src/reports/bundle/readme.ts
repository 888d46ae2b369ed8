import type { BundlePart } from './part.ts';

/** What the README of a bundle has to know. */
export interface ReadmeFacts {
  readonly made_at: string;
  readonly zone: string;
}

/** The README of a bundle: what each file holds. */
export const readme = (
  { made_at, zone }: ReadmeFacts,
  parts: readonly Pick<BundlePart, 'path' | 'about'>[],
): string => `Your data from Vouch
====================

Made at ${made_at} (UTC). Your time zone: ${zone}.

${parts.map(lines).join('')}
An event
--------
id, type          Its id, and what happened.
stream, revision  To which thing it belongs, and its place there.
position          Its place in the whole log.
data              What is not personal. Texts of earlier events appear here as "v1.EVENT.…": look up the
                  event with that id, the text is in its "private".
private           The personal part, readable.
sealed            The same part as it is stored, encrypted.
metadata          Who did it, when it happened ("at") and when it was written ("recorded_at").
                  "hash" is the SHA-256 of the event as it is stored, "previous_hash" the one before
                  it in its stream: so a change of the past would show. To compute a hash, take the
                  event without "position" and "metadata.hash", put "sealed" in place of "private",
                  and write it as RFC 8785 (canonical JSON).

Instants are RFC 3339 in UTC; dates and times of tasks are those of your zone.
`;

/** Where what is said about a part begins. */
const COLUMN = 16;

const lines = ({ path, about }: Pick<BundlePart, 'path' | 'about'>): string =>
  about.map((line, index) => `${(index === 0 ? path : '').padEnd(COLUMN)}${line}\n`).join('');
