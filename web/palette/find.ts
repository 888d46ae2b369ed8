import { folded } from '../../src/contracts/words/folded.ts';
import type { Task } from '../api/tasks.ts';
import { isOpen } from '../tasks/state.ts';
import { COMMANDS, type Command } from './commands.ts';

const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean);

/**
 * How well a name matches: 0 when it begins with the typed text, 1 when one of its words does, 2 when it contains it, null
 * when it does not.
 */
function rank(name: string, also: string, words: readonly string[]): number | null {
  const [own, all] = [folded(name), folded(`${name} ${also}`)];
  if (!words.every((word) => all.includes(word))) return null;
  const first = words[0] ?? '';
  return own.startsWith(first) ? 0 : all.split(/\s+/).some((word) => word.startsWith(first)) ? 1 : 2;
}

function best<T>(things: readonly T[], words: readonly string[], of: (thing: T) => readonly [string, string]): T[] {
  return things
    .map((thing) => ({ thing, at: rank(...of(thing), words) }))
    .filter((one): one is { thing: T; at: number } => one.at !== null)
    .sort((a, b) => a.at - b.at)
    .map(({ thing }) => thing);
}

export const findCommands = (text: string): Command[] => best(COMMANDS, wordsOf(text), ({ name, also = '' }) => [name, also]);

/** The tasks with only the first open one of each routine. The list is ordered by due instant. */
function oneOfEach(tasks: readonly Task[]): Task[] {
  const seen = new Set<string>();
  return tasks.filter(({ recurringTaskId: id, title }) => {
    if (id === null) return true;
    const known = seen.has(`${id} ${title}`);
    seen.add(`${id} ${title}`);
    return !known;
  });
}

/** The tasks that contain every word in title, notes or tags, open ones first. None when there is no word. */
export function findTasks(text: string, tasks: readonly Task[], limit: number): Task[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const found = best(tasks, words, (task) => [task.title, `${task.tags.join(' ')} ${task.description ?? ''}`]);
  return [...oneOfEach(found.filter(isOpen)), ...found.filter((task) => !isOpen(task))].slice(0, limit);
}
