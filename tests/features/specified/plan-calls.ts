import type { Specified } from './calls.ts';
import { AI_USAGE, CONNECTION, PLAN, POST, SOLUTION, SUBMITTED_DESIGN, SUBSCRIPTION, TOKEN } from './shapes.ts';

const INVOICE = 'id at amount_cents currency status url';
const GITHUB_COMMIT = 'url sha repository message author committed_at additions deletions';

/** The calls of plans, connections, AI and personal tokens that the specification names. */
export const PLAN_CALLS: readonly Specified[] = [
  ['GET /api/subscriptions/plans', '', 200, `[${PLAN}]`],
  ['GET /api/subscriptions/status', '', 200, SUBSCRIPTION],
  ['POST /api/subscriptions/trial', '', 200, SUBSCRIPTION, 'trial_used conflict'],
  ['POST /api/subscriptions/checkout-session', 'plan', 200, 'url', 'conflict'],
  ['POST /api/subscriptions/update-status', '', 200, SUBSCRIPTION],
  ['POST /api/subscriptions/cancel', '', 200, SUBSCRIPTION, 'conflict'],
  ['POST /api/subscriptions/resume', '', 200, SUBSCRIPTION],
  ['POST /api/subscriptions/portal-session', '', 200, 'url', 'conflict'],
  ['GET /api/subscriptions/invoices', '', 200, `[${INVOICE}]`],
  ['POST /api/webhooks/stripe', '', 200, '', 'unavailable'],
  ['POST /api/contact-sales', 'message company seats', 202, ''],

  ['GET /api/settings/ai', '', 200, 'key url model checked_at'],
  ['PUT /api/settings/ai', 'key url model', 200, 'key url model checked_at', 'validation_failed'],
  ['DELETE /api/settings/ai', '', 204, ''],
  ['POST /api/ai/assist', 'kind task_id', 200, 'suggestions model used', 'ai_allowance unavailable'],
  ['GET /api/premium/ai-usage', 'module', 200, AI_USAGE],
  ['GET /api/premium/coding/solutions/{id}', '', 200, SOLUTION, 'premium_required not_found ai_allowance'],
  ['GET /api/premium/system-design/submissions/{id}', '', 200, SUBMITTED_DESIGN, 'premium_required not_found'],
  ['GET /api/premium/social/posts', '', 200, `[${POST}]`],
  ['POST /api/premium/social/posts', 'about task_id tone', 201, POST, 'premium_required ai_allowance'],
  ['PATCH /api/premium/social/posts/{id}', 'text status', 200, POST, 'not_found'],

  ['GET /api/oauth/status', 'platform', 200, `[${CONNECTION}]`],
  ['GET /api/oauth/state', '', 200, 'state'],
  ['GET /api/oauth/google', 'state', 302, ''],
  ['GET /api/oauth/google/callback', '', 302, ''],
  ['DELETE /api/oauth/google', '', 204, ''],
  ['GET /api/oauth/github', 'state', 302, ''],
  ['GET /api/oauth/github/callback', '', 302, ''],
  ['DELETE /api/oauth/github', '', 204, ''],
  ['GET /api/auth/oauth/google', '', 302, ''],
  ['GET /api/auth/oauth/google/callback', '', 302, ''],
  ['GET /api/auth/oauth/github', '', 302, ''],
  ['GET /api/auth/oauth/github/callback', '', 302, ''],
  ['GET /api/connections/github/commits', 'task_id repository after', 200, `[${GITHUB_COMMIT}]`],
  ['GET /api/connections/github/pulls', 'task_id repository after', 200, '[url repository title author state]'],
  ['PUT /api/settings/integrations', 'github_closes_tasks', 200, 'github_closes_tasks'],
  ['POST /api/webhooks/github', '', 204, ''],

  ['POST /api/tokens', 'name scopes expires_at', 201, `${TOKEN} token`, 'validation_failed'],
  ['GET /api/tokens', '', 200, `[${TOKEN}]`],
  ['DELETE /api/tokens/{id}', '', 204, ''],
  ['GET /api/openapi.json', '', 200, ''],
  ['GET /api/docs', '', 200, ''],
];
