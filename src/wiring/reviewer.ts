import type { AiConfig } from '../config-ai.ts';
import type { Log } from '../jobs/log.ts';
import type { Reviewer } from '../providers/ai/port.ts';
import { createReviewer } from '../providers/ai/reviewer.ts';

/** The reviewer as configured. The log has a line for each review that an AI should have made and did not. */
export function openReviewer({ url, key, modelMini, modelPremium, timeoutMs }: AiConfig, log: Pick<Log, 'warn'>): Reviewer {
  return createReviewer({
    url,
    key,
    models: { mini: modelMini, premium: modelPremium },
    timeoutMs,
    onFallback: ({ reason, status }) => log.warn({ reason, status }, 'The rubric reviewed, since the AI gave no review.'),
  });
}
