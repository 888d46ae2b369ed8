import { z } from 'zod';
import { declareCall, optionalJsonBody } from '../call.ts';
import { pageQuery } from '../query.ts';
import { alert } from '../task.ts';

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
