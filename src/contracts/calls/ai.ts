import { aiKey, aiKeyBody, aiUsage, aiUsageQuery, assistance, assistBody } from '../ai.ts';
import { declareCall, jsonBody } from '../call.ts';

const key = { path: '/api/settings/ai', tag: 'Settings', access: 'user' } as const;
const one = { description: 'The key, masked', schema: aiKey, etag: true } as const;

export const askForSuggestions = declareCall({
  method: 'POST',
  path: '/api/ai/assist',
  tag: 'AI',
  access: 'user',
  scopes: ['tasks:read'],
  summary: 'Suggest parts of a task, an estimate, or an order for today',
  description:
    'Nothing is changed by it. Without any key plain statistics and the rubric answer, and say so in `note`. With `Accept: text/event-stream` the events are `suggestion` for each one as it comes, `restart` where those before it do not count, and last `done` with the whole answer, or `error` with a problem document. At most 120 times in 24 hours.',
  failure: 'Failed to get suggestions',
  body: jsonBody(assistBody),
  replies: { 200: { description: 'Suggestions', schema: assistance } },
  refusals: ['ai_allowance', 'rate_limited'],
});

export const readKey = declareCall({
  ...key,
  method: 'GET',
  scopes: ['settings:read'],
  summary: 'The own key for an AI service',
  description: 'Every field is null where there is none.',
  failure: 'Failed to fetch the key',
  replies: { 200: one },
});

export const saveKey = declareCall({
  ...key,
  method: 'PUT',
  scopes: ['settings:write'],
  summary: 'Use an own key for an AI service',
  description:
    'One cheap call is made with it first. A key that the service refuses is a fault of `key`, with the reason that the service gives. On Pro the key is kept, and used where the operator has none. At most 30 times in 24 hours.',
  failure: 'Failed to save the key',
  body: jsonBody(aiKeyBody),
  replies: { 200: one },
  refusals: ['precondition_failed', 'rate_limited'],
});

export const removeKey = declareCall({
  ...key,
  method: 'DELETE',
  scopes: ['settings:write'],
  summary: 'Remove the own key for an AI service',
  failure: 'Failed to remove the key',
  replies: { 204: { description: 'Removed' } },
  refusals: ['precondition_failed'],
});

export const readUsage = declareCall({
  method: 'GET',
  path: '/api/premium/ai-usage',
  tag: 'AI',
  access: 'user',
  scopes: ['settings:read'],
  summary: 'What was used of the AI in this month',
  description: 'Open to every plan. A use that gave nothing does not count.',
  failure: 'Failed to fetch AI usage',
  query: aiUsageQuery,
  replies: { 200: { description: 'What was used, and what the plan includes', schema: aiUsage, etag: true } },
});
