import { plural } from '../../contracts/words/format.ts';
import { sentence } from '../../contracts/words/isolated.ts';
import type { SeenFile } from '../kernel/define-event.ts';
import type { JudgeKind, PassingReason } from './event-data.ts';

export const PASSED_ON: Readonly<Record<PassingReason, string>> = {
  partner_silent: 'The partner did not answer within 72 hours.',
  partner_gone: 'The partner who was to judge it is no longer there.',
  check_open: 'The check could not confirm it.',
  check_silent: 'The check did not answer within 24 hours.',
  ai_open: 'There was nothing in it that could be rated.',
  ai_silent: 'The AI did not answer within 24 hours.',
};

const JUDGES: Readonly<Record<JudgeKind, string>> = {
  check: 'a check',
  partner: 'the partner',
  ai: 'the AI',
  rubric: 'the rubric',
  self: 'the owner’s own word',
};

const joined = (parts: readonly (string | null)[]): string | null => parts.filter((part) => part !== null).join(' ') || null;
const quoted = (comment: unknown): string | null => (typeof comment === 'string' && comment !== '' ? sentence`‘${comment}’` : null);

interface Reviewed {
  readonly judge: JudgeKind;
  readonly outcome: 'accepted' | 'rejected' | 'commented';
  readonly score: number | null;
  readonly why: PassingReason | null;
  readonly seen?: readonly SeenFile[] | null;
}

/** For example 'Accepted by the partner. ‘Well done.’' */
export function reviewed({ judge, outcome, score, why, seen }: Reviewed, comment: unknown): string | null {
  const verb = outcome === 'accepted' ? 'Accepted' : outcome === 'rejected' ? 'Rejected' : 'Commented';
  const who = judge === 'self' && outcome === 'accepted' ? 'On your word.' : `${verb} by ${JUDGES[judge]}.`;
  return joined([
    who,
    score === null ? null : `Score: ${score} of 100.`,
    why === null ? null : PASSED_ON[why],
    partly(seen ?? []),
    quoted(comment),
  ]);
}

/** The names of the files are personal, so the sentence only counts them. */
function partly(seen: readonly SeenFile[]): string | null {
  const names = seen.filter(({ as }) => as === 'name').length;
  const beginnings = seen.filter(({ as }) => as === 'beginning').length;
  return joined([
    names === 0 ? null : `${plural(names, 'file')} by name only.`,
    beginnings === 0 ? null : `Of ${plural(beginnings, 'file')} the beginning only.`,
  ]);
}

export const passedOn = ({ to, why }: { readonly to: JudgeKind; readonly why: PassingReason }): string =>
  `${PASSED_ON[why]} Now ${JUDGES[to]} decides.`;

export const saying = (words: unknown): string | null => quoted(words);
