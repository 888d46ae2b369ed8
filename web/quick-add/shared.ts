import type { QueryClient } from '@tanstack/react-query';
import { keptDraft } from '../forms/kept-draft.ts';
import { isTypedLine, lineOf, type TypedLine } from './new-draft.ts';

/** What another program of the device shared to Vouch. Programs fill these fields as they like; a link is often in the text. */
export interface Shared {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

const isLink = (line: string): boolean => URL.canParse(line) && /^https?:/.test(line);
const linesOf = (text: string): string[] => text.split(/\s*[\r\n\u2028]+\s*/).map((line) => line.trim());

/** A link as a title: 'example.org/reports/may'. */
function nameOf(link: string): string {
  const { host, pathname } = new URL(link);
  return `${host}${pathname}`.replace(/\/$/, '');
}

/**
 * The first line of words is the title of the task, and everything else belongs in its notes. A link stays whole in the notes,
 * because a title is read and not pressed. A line that was typed before is kept in front.
 */
export function withShared(typed: TypedLine | null, { title, text, url }: Shared): TypedLine {
  const lines = [...new Set([...linesOf(title), ...linesOf(text), url.trim()])].filter((line) => line !== '');
  const words = lines.find((line) => !isLink(line));
  const name = words ?? (lines[0] === undefined ? '' : nameOf(lines[0]));
  const before = typed ?? lineOf('');
  const notes = [before.own.description ?? '', ...lines.filter((line) => line !== words)].filter((line) => line !== '');
  return {
    ...before,
    text: [before.text.trim(), name].filter((part) => part !== '').join(' '),
    own: { ...before.own, ...(notes.length > 0 && { description: notes.join('\n') }) },
  };
}

/** The screen may look at the same address twice before it has left it. */
const taken = new WeakSet<Shared>();

/** Adds what was shared to the line of the new task, which the overlay shows when it is opened. */
export const keepShared = (client: QueryClient, shared: Shared): void => keepLine(client, shared, (line) => line);

/** The same for a task whose proof is what was shared. */
export const keepSharedAsProof = (client: QueryClient, shared: Shared): void =>
  keepLine(client, shared, (line) => ({ ...line, own: { ...line.own, verificationType: 'general' } }));

function keepLine(client: QueryClient, shared: Shared, change: (line: TypedLine) => TypedLine): void {
  if (taken.has(shared)) return;
  taken.add(shared);
  const line = keptDraft(client, 'new task', isTypedLine);
  line.keep(change(withShared(line.read(), shared)));
}
