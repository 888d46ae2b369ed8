/**
 * A model's text in a form that can be stored: trimmed, at most `most` characters long, and without control characters
 * except line feeds.
 */
export function plain(text: string, most: number): string {
  const clean = text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .trim();
  const characters = [...clean];
  return characters.length <= most ? clean : `${characters.slice(0, most - 1).join('')}…`;
}

/** The same on one line. */
export const plainLine = (text: string, most: number): string => plain(text.replaceAll(/\s+/g, ' '), most);
