import { quoted } from '../../src/contracts/words/format.ts';
import type { Task } from '../api/tasks.ts';
import { fieldNamed, isFieldName } from './fields.ts';

const STATUS_WORDS = { pending: 'open', in_progress: 'started', completed: 'done', skipped: 'skipped', missed: 'missed' } as const;
type Values = Readonly<Record<string, unknown>>;

function statusWords({ status, skipReason }: Values): string {
  const words = STATUS_WORDS[status as Task['status']] ?? String(status);
  return status === 'skipped' && typeof skipReason === 'string' ? `${words} (${quoted(skipReason)})` : words;
}

function changeWords(name: string, before: Values, now: Values, today: string): string {
  if (name === 'status') return `It was ${statusWords(before)}, and is ${statusWords(now)} now.`;
  if (name === 'archived') return now.archived ? 'It is in the archive now.' : 'It is not in the archive any more.';
  if (!isFieldName(name)) return '';
  const { label, say } = fieldNamed(name);
  const words = (values: Values): string => say(values[name] as never, today);
  return `${label} was ${words(before)}, and is ${words(now)} now.`;
}

/** What somebody changed, one sentence for each of these fields: what it was and what it is. `today`: `YYYY-MM-DD`. */
export const conflictWords = (names: readonly string[], before: Values, now: Task, today: string): string =>
  names.map((name) => changeWords(name, before, now as unknown as Values, today)).join(' ');
