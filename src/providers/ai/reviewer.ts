import type { Review, Reviewer, Submission } from '../../ports/reviewer.ts';
import { type AccessSettings, accessOf } from './access.ts';
import { type Answer, jsonSchemaOf, readAnswer } from './answer.ts';
import { type Access, askModel, type Failure } from './openai.ts';
import { fenceParts, fitParts, isReadable, newMarker, partsOf } from './parts.ts';
import { type Prompt, systemMessage } from './prompt.ts';
import { PROMPTS } from './prompts/current.ts';
import { reviewByRubric } from './rubric/rubric.ts';
import { seenByModel } from './seen.ts';

/** Why the rubric made the review and not an AI. */
export type FallbackReason = Failure['failure'] | 'not_set_up' | 'allowance_used' | 'timeout' | 'wrong_format' | 'nothing_to_read';

export interface Fallback {
  readonly reason: FallbackReason;
  /** The HTTP status of the service; null if there was none. */
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
const sentenceOf = ({ reason }: Fallback): string => SENTENCES[reason];

export interface ReviewerSettings extends AccessSettings {
  /** How long all requests of one review may take together, in milliseconds of real time. */
  readonly timeoutMs: number;
  /** Called when the rubric replaces an AI that is configured. It gets nothing of what was submitted. */
  readonly onFallback: (fallback: Fallback) => void;
  /** Gives a signal that aborts after this many milliseconds. */
  readonly deadline?: (ms: number) => AbortSignal;
  /** Makes the marker of a fence. */
  readonly marker?: () => string;
}

/** The first attempt, and one more after an answer in a wrong format. */
const ATTEMPTS = 2;

/** Reviews with an AI if there is a key, and with the rubric if there is none or the AI gives no review. */
export function createReviewer(settings: ReviewerSettings): Reviewer {
  return {
    review: async (submission, options) => {
      options.signal?.throwIfAborted();
      const access = accessOf(settings, options);
      if (options.usedUp) return reviewByRubric(submission, sentenceOf(fallback('allowance_used')));
      const review = access === null ? fallback('not_set_up') : await reviewByModel(submission, access, settings, options.signal);
      if (!('reason' in review)) return review;
      if (access !== null && review.reason !== 'nothing_to_read') settings.onFallback(review);
      return reviewByRubric(submission, sentenceOf(review));
    },
  };
}

const fallback = (reason: Fallback['reason'], status: number | null = null): Fallback => ({ reason, status });

async function reviewByModel(
  submission: Submission,
  access: Access,
  { timeoutMs, deadline: startDeadline = AbortSignal.timeout, marker = newMarker }: ReviewerSettings,
  signal: AbortSignal | undefined,
): Promise<Review | Fallback> {
  if (!isReadable(submission)) return fallback('nothing_to_read');
  const prompt = PROMPTS[submission.kind];
  const { parts, cut } = fitParts(partsOf(submission));
  const deadline = startDeadline(timeoutMs);
  try {
    const answer = await answerOf(prompt, fenceParts(parts, marker), access, AbortSignal.any([deadline, ...(signal ? [signal] : [])]));
    return 'failure' in answer
      ? fallback(answer.failure, answer.status)
      : { ...toReview(answer, prompt, access, cut), seen: seenByModel(submission.files, cut) };
  } catch (error) {
    signal?.throwIfAborted();
    if (deadline.aborted) return fallback('timeout');
    throw error;
  }
}

type WrongFormat = { readonly failure: 'wrong_format'; readonly status: null };

async function answerOf(
  prompt: Prompt,
  { marker, text }: ReturnType<typeof fenceParts>,
  access: Access,
  signal: AbortSignal,
): Promise<Answer | Failure | WrongFormat> {
  const { before, after, again } = prompt.material;
  const user = [before(marker), text, after].join('\n\n');
  const question = { system: systemMessage(prompt), schema: jsonSchemaOf(prompt) };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    // The wrong answer is not sent back, because it may repeat the material, which only the user's message may contain.
    const given = await askModel(access, { ...question, user: attempt === 1 ? user : `${user}\n\n${again}` }, signal);
    if (typeof given !== 'string') return given;
    const answer = readAnswer(given, prompt);
    if (answer !== null) return answer;
  }
  return { failure: 'wrong_format', status: null };
}

function toReview(
  { verdict, score, criteria, comment }: Answer,
  prompt: Prompt,
  { model }: Access,
  cut: readonly string[],
): Omit<Review, 'seen'> {
  const note = cut.length === 0 ? '' : `\n\nOnly the beginning of these parts was read, because they are long: ${cut.join(', ')}.`;
  return {
    judge: { kind: 'ai', name: 'AI' },
    verdict,
    score,
    criteria,
    comment: `${comment}${note}`,
    model,
    prompt_version: prompt.version,
  };
}
