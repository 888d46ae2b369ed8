import { randomBytes } from 'node:crypto';
import type { SubmittedPart } from './parts.ts';

const MARKER_BYTES = 16;

/** A marker that nobody can guess, so that no text can hold it on purpose. */
export const newMarker = (): string => randomBytes(MARKER_BYTES).toString('hex');

export interface Fenced {
  readonly marker: string;
  readonly text: string;
}

/**
 * The parts as data: each between two lines that hold a marker which is in none of them, and without anything that could
 * end a message. `create` gives markers.
 */
export function fenceParts(parts: readonly SubmittedPart[], create: () => string): Fenced {
  const clean = parts.map(({ name, text }) => ({ name, text: withoutControls(text) }));
  let marker = create();
  while (clean.some(({ text }) => text.includes(marker))) marker = create();
  const text = clean.map((part) => [`<<<${marker} begin ${part.name}>>>`, part.text, `<<<${marker} end ${part.name}>>>`].join('\n'));
  return { marker, text: text.join('\n\n') };
}

/**
 * Sequences with which the usual models mark where a message begins and ends. Some servers take them as such in the text of
 * a message, too: a submission could then end the user's message and begin one of the system.
 */
const CONTROL_SEQUENCE = /<(\|[^|<>\n]{1,60}\||｜[^｜<>\n]{1,60}｜|\/?s|(?:start|end)_of_turn)>|\[(\/?(?:INST|SYSTEM_PROMPT))\]/g;
/** Control characters but tab and line feed, and the invisible copies of ASCII among the tags of Unicode. */
const INVISIBLE = /[^\P{Cc}\n\t]|[\u{E0000}-\u{E007F}]/gu;

function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(INVISIBLE, '')
    .replaceAll(CONTROL_SEQUENCE, (_, angled?: string, square?: string) => (angled === undefined ? `[ ${square} ]` : `< ${angled} >`));
}
