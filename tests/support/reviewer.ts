import { afterEach, vi } from 'vitest';
import type { ReviewOptions } from '../../src/ports/reviewer.ts';
import { createReviewer, type ReviewerSettings } from '../../src/providers/ai/reviewer.ts';
import { type AiServer, type Behaviour, startAi } from '../servers/openai.ts';

/** What a model answers about `GENERAL` in the right format. */
export const GOOD = {
  criteria: {
    requirement: { score: 90, comment: 'The postmortem is linked.' },
    evidence: { score: 80.9, comment: 'It names times.' },
    detail: { score: 70, comment: 'It is specific.' },
  },
  score: 82.5,
  verdict: 'accepted',
  comment: 'Well done.\u0000 File the follow-ups.',
};
export const BY_OPERATOR: ReviewOptions = { tier: 'mini', own: null };
export const KEY = 'sk-operator-0123456789';

/** Gives a function that starts servers, which end with their test. */
export function serversOfTest(): (...behaviours: readonly Behaviour[]) => Promise<AiServer> {
  const servers: AiServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  return async (...behaviours) => {
    const server = await startAi(...behaviours);
    servers.push(server);
    return server;
  };
}

export function reviewerAt(url: string, more: Partial<ReviewerSettings> = {}) {
  const onFallback = vi.fn<ReviewerSettings['onFallback']>();
  const models = { mini: 'test/mini', premium: 'test/premium' };
  return { onFallback, ...createReviewer({ url, key: KEY, models, timeoutMs: 20_000, onFallback, ...more }) };
}
