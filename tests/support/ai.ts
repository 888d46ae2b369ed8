import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { type PlanId, planOf } from '../../src/contracts/plan.ts';
import type { Plans } from '../../src/ports/billing.ts';
import type { ReviewOptions } from '../../src/ports/reviewer.ts';
import { createAiHelp } from '../../src/providers/ai/help.ts';
import { createReviewer, type ReviewerSettings } from '../../src/providers/ai/reviewer.ts';
import { emailReviews } from '../../src/wiring/own-ports.ts';
import * as double from '../servers/openai.ts';
import { type AiServer, type Behaviour, startAi } from '../servers/openai.ts';
import { type Client, member } from './client.ts';
import { startTestServer, type TestServer } from './server.ts';

export const OPERATORS_KEY = 'sk-operator-0123456789';

export interface AiSetup {
  /** The address of a server that speaks the protocol. */
  readonly url: string;
  /** Null: the operator has none. */
  readonly key?: string | null;
  readonly timeoutMs?: number;
}

/** What an app has of an AI, at this address. Addresses of owners are asked without a guard, so that they can be on loopback. */
export function aiAt({ url, key = OPERATORS_KEY, timeoutMs = 20_000 }: AiSetup) {
  const settings = { url, key, models: { mini: 'test/mini', premium: 'test/premium' }, timeoutMs, guardedFetch: fetch };
  const reviewer = createReviewer({ ...settings, onFallback: () => undefined });
  return { ai: createAiHelp(settings), reviewEmail: emailReviews(reviewer), reviewer } satisfies Partial<App> & { reviewer: unknown };
}

/** Plans that a test sets. Everybody else has Free. */
export function settablePlans(): Plans & { set(owner: string, plan: PlanId): void } {
  const plans = new Map<string, PlanId>();
  return {
    set: (owner, plan) => void plans.set(owner, plan),
    of: async (owner) => {
      const plan = plans.get(owner) ?? 'free';
      return { plan, premium: plan === 'pro', phase: plan === 'free' ? null : 'paid', limits: planOf(plan).limits };
    },
  };
}

const MONTH = '2026-11';

/** A server with an AI, for all tests of a file. Each test has a person of its own, with this plan. */
export function aiServerForFile(plan: PlanId = 'free', wrap: (app: App) => App = (app) => app) {
  let behave: double.Behaviour = double.staySilent;
  let people = 0;
  const plans = settablePlans();
  const shared = { plans } as {
    readonly plans: typeof plans;
    ai: double.AiServer;
    server: TestServer;
    /** The person of the test, and their id. */
    ada: Client;
    me: string;
  };
  beforeAll(async () => {
    shared.ai = await double.startAi((...given) => behave(...given));
    shared.server = await startTestServer({ wrap: (app) => ({ ...wrap(app), plans, ...aiAt({ url: shared.ai.url, timeoutMs: 5_000 }) }) });
  });
  beforeEach(async () => {
    people += 1;
    shared.ada = await member(shared.server, `ada${people}@example.org`);
    shared.me = (await shared.ada.get('/api/auth/me')).body.user.id;
    plans.set(shared.me, plan);
  });
  afterAll(async () => {
    await shared.server.dispose();
    await shared.ai.close();
  });
  return Object.assign(shared, {
    /** What the AI does from now on. */
    behaves(how: double.Behaviour) {
      behave = how;
    },
    /** The AI gives this answer when the test says so. */
    holds(content: unknown) {
      const reached = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      behave = (response, request) => {
        reached.resolve();
        void gate.promise.then(() => double.answer(content)(response, request));
      };
      return { reached: reached.promise, release: gate.resolve };
    },
    /** Another person, who has the plan Free. */
    bob: () => member(shared.server, `bob${people}@example.org`),
    newTask: async (fields: object = {}): Promise<string> =>
      (await shared.ada.post('/api/tasks', { title: 'Move the archive', due_date: '2026-11-20', ...fields })).body.id,
    usage: async (query = '') => (await shared.ada.get(`/api/premium/ai-usage${query}`)).body,
    /** As if so many uses of the premium model had been made in this month. */
    async usedUp(count: number) {
      const events = Array.from({ length: count }, (_none, at) => usedOnce(shared.me, people * 1_000 + at));
      await shared.server.app.store.append(`ai_use-${shared.me}-${MONTH}`, 'no_stream', events);
    },
  });
}

const usedOnce = (owner: string, number: number) => ({
  id: `01936c5e-7d11-7c55-9a10-${number.toString(16).padStart(12, '0')}`,
  type: 'AiUsed',
  data: { use_id: `used ${number}`, module: 'coding', tier: 'premium', key: 'operator' },
  private: null,
  metadata: {
    owner,
    actor: { kind: 'user' as const, id: owner },
    correlation_id: 'c',
    causation_id: null,
    at: '2026-11-20T16:00:00.000Z',
  },
});

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
