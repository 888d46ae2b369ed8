import type { Position } from '../domain/kernel/event.ts';
import { createRememberedAnswers, type RememberedAnswers } from '../http/kernel/remembering/remembered-answers.ts';
import type { Assembled } from './assembled.ts';

/**
 * On files all changes are made by this process, so it knows for how long an answer is right. Null: no answers are remembered, because
 * the operator has given them no memory.
 */
export function rememberedAnswers({
  config,
  meters,
  clock,
  runner,
}: Pick<Assembled, 'config' | 'meters' | 'clock' | 'runner'>): RememberedAnswers | null {
  const { answersBytes: maxBytes } = config;
  if (maxBytes === 0) return null;
  const includes = (position: Position): boolean => runner.includes?.(position) ?? false;
  const remembered = createRememberedAnswers({ clock, maxBytes, includes, onAnswer: meters.remembered });
  meters.answers = remembered.counts;
  return remembered;
}
