import { z } from 'zod';
import { declareCall, jsonBody, optionalJsonBody } from '../call.ts';
import { pageQuery } from '../query.ts';
import { acknowledgeBody, alert } from '../task.ts';

const common = { tag: 'Alerts', access: 'user' } as const;
const reading = { ...common, method: 'GET', scopes: ['tasks:read'] } as const;

export const listAlerts = declareCall({
  ...reading,
  path: '/api/alerts',
  summary: 'All alerts, newest first',
  failure: 'Failed to fetch alerts',
  query: z.object(pageQuery(200)),
  replies: { 200: { description: 'Alerts', schema: z.array(alert), pages: true } },
});

export const listActiveAlerts = declareCall({
  ...reading,
  path: '/api/alerts/active',
  summary: 'Alerts that are neither acknowledged nor resolved, newest first',
  failure: 'Failed to fetch active alerts',
  replies: { 200: { description: 'Alerts', schema: z.array(alert) } },
});

export const acknowledgeAlert = declareCall({
  ...common,
  method: 'PATCH',
  scopes: ['tasks:write'],
  path: '/api/alerts/{id}/acknowledge',
  summary: 'Acknowledge an alert; again is fine',
  failure: 'Failed to acknowledge alert',
  body: optionalJsonBody(z.strictObject({})),
  replies: { 200: { description: 'The alert as it now is', schema: alert, etag: true } },
  refusals: ['not_found', 'precondition_failed'],
});

export const acknowledgeAlerts = declareCall({
  ...common,
  method: 'POST',
  scopes: ['tasks:write'],
  path: '/api/alerts/acknowledge',
  summary: 'Acknowledge several alerts, or all of them',
  description: 'If one of the ids is unknown, none of the alerts is acknowledged.',
  failure: 'Failed to acknowledge alerts',
  body: jsonBody(acknowledgeBody),
  replies: { 200: { description: 'How many were not acknowledged before', schema: z.object({ acknowledged: z.number().int() }) } },
  refusals: ['not_found'],
});
