import { ALERT_EVENTS } from '../domain/kernel/alert.ts';
import { alertRoutes } from '../http/routes/alert.ts';
import { alerts } from '../projections/alert.ts';
import type { Feature } from './feature.ts';

/** Alerts. Their events are in the streams of what caused them. */
export const alert: Feature = {
  name: 'alert',
  events: ALERT_EVENTS,
  projections: [alerts],
  live: { alert: [alerts] },
  routes: alertRoutes,
};
