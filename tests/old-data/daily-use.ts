import type { Answer } from './answers.ts';
import { everyObject, inBody, isTask } from './public-names.ts';

/** The known changes of issue 25, in their order. `known-changes.ts` says what such an entry is. */
export const DAILY_USE: readonly { readonly reason: string; readonly change: (answer: Answer) => Answer }[] = [
  {
    reason: 'A task says which one it promises again: in the time of this data nobody could (issue 25, part 4).',
    change: inBody(
      /^\/api\/(tasks|reports)/,
      everyObject(isTask, (task) => ({ ...task, again_of: null })),
    ),
  },
  {
    reason: 'The tag of a task says that its answer gained this field (issue 25, part 4).',
    change: (answer) => (answer.etag?.endsWith('.5"') ? { ...answer, etag: answer.etag.replace(/\.5"$/, '.6"') } : answer),
  },
  {
    reason: 'A task says how long its owner was focused on it: in the time of this data nobody could be (issue 25, part 2).',
    change: inBody(
      /^\/api\/(tasks|reports)/,
      everyObject(isTask, (task) => ({ ...task, focused_minutes: 0 })),
    ),
  },
  {
    reason: 'The tag of a task says that its answer gained this field (issue 25, part 2).',
    change: (answer) => (answer.etag?.endsWith('.6"') ? { ...answer, etag: answer.etag.replace(/\.6"$/, '.7"') } : answer),
  },
  {
    reason: 'Reports say how long their owner was focused, and how long they had planned: in this data nobody did (issue 25, part 2).',
    change: inBody(
      /^\/api\/reports\/(daily|weekly|overall)/,
      everyObject(
        (value) => 'generated_at' in value && 'streak' in value,
        (report) => ({ ...report, focus: { minutes: 0, sessions: 0, planned_minutes: 0 } }),
      ),
    ),
  },
];
