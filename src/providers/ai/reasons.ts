import type { Failure } from './openai.ts';

/** Why the rubric reviews and no AI does. */
export type FallbackReason = Failure['failure'] | 'not_set_up' | 'allowance_used' | 'timeout' | 'wrong_format' | 'nothing_to_read';

export interface Fallback {
  readonly reason: FallbackReason;
  /** The HTTP status of the service, where there was one. */
  readonly status: number | null;
}

const SENTENCES: Readonly<Record<FallbackReason, string>> = {
  not_set_up: 'No AI is set up here, so a written rubric made this review.',
  allowance_used: "This month's AI reviews are used up, so a written rubric made this review.",
  nothing_to_read: 'There was nothing that an AI could read, so a written rubric made this review.',
  timeout: 'The AI did not answer in time, so a written rubric made this review.',
  unreachable: 'The AI could not be reached, so a written rubric made this review.',
  key_refused: 'The AI service refused the key, so a written rubric made this review.',
  limit_reached: 'The AI service takes no more requests at the moment, so a written rubric made this review.',
  error: 'The AI service answered with an error, so a written rubric made this review.',
  refused: 'The AI declined to review this, so a written rubric made this review.',
  no_answer: 'The AI gave no answer, so a written rubric made this review.',
  wrong_format: 'The AI answered in a wrong format twice, so a written rubric made this review.',
};

/** One sentence for the owner. */
export const sentenceOf = ({ reason }: Fallback): string => SENTENCES[reason];
