import type { AiConfig } from '../config/ai.ts';
import type { Log } from '../jobs/log.ts';
import type { AiHelp } from '../ports/ai-help.ts';
import type { Reviewer } from '../ports/reviewer.ts';
import { createAiHelp } from '../providers/ai/help.ts';
import { createReviewer } from '../providers/ai/reviewer.ts';
import type { GuardOptions } from '../providers/pages/guarded-connect.ts';

/** What reviews and other help of an AI share. `guard`: how the addresses of owners are guarded. */
const settingsOf = ({ url, key, modelMini, modelPremium, timeoutMs }: AiConfig, guard: GuardOptions) => ({
  url,
  key,
  models: { mini: modelMini, premium: modelPremium },
  timeoutMs,
  // Loaded with the first key of an owner that has an address of its own.
  guardedFetch: (async (...given) => {
    const { guardedFetch } = await import('../providers/pages/guarded-fetch.ts');
    return guardedFetch(guard)(...given);
  }) as typeof globalThis.fetch,
});

/** Help of an AI beyond reviews, as configured. */
export const openAiHelp = (config: AiConfig, guard: GuardOptions = {}): AiHelp => createAiHelp(settingsOf(config, guard));

/** The reviewer as configured. The log has a line for each review that an AI should have made and did not. */
export function openReviewer(config: AiConfig, log: Pick<Log, 'warn'>, guard: GuardOptions = {}): Reviewer {
  return createReviewer({
    ...settingsOf(config, guard),
    onFallback: ({ reason, status }) => log.warn({ reason, status }, 'The rubric reviewed, since the AI gave no review.'),
  });
}
