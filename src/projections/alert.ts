import {
  ALERT_EVENTS,
  AlertAcknowledged,
  type AlertKind,
  AlertRaised,
  AlertResolved,
  type AlertType,
  type Severity,
  type UndeliveredMessage,
} from '../domain/kernel/alert.ts';
import { isEvent } from '../domain/kernel/define-event.ts';
import type { Cursor, Page, Stored } from '../ports/documents.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import { everything, type Plain, pagesOf, type Views } from './engine/views.ts';

/** By alert id. */
export type AlertDoc = {
  readonly owner: string;
  /** The stream that raised it. An acknowledgement is appended to this stream. */
  readonly stream: string;
  readonly task_id: string | null;
  readonly kind: AlertKind;
  readonly severity: Severity;
  readonly type: AlertType;
  /** The sealed object that holds the task's title at that time. */
  readonly title: AlertRaised['data']['title'];
  readonly about: string;
  readonly zone: string;
  readonly streak: number | null;
  /** The message that could not be delivered; null: the alert is about something else. */
  readonly delivery: Plain<UndeliveredMessage> | null;
  readonly acknowledged: boolean;
  readonly resolved: boolean;
  readonly resolved_reason: AlertResolved['data']['reason'] | null;
  readonly created_at: string;
  /** `created_at` while it is neither acknowledged nor resolved. */
  readonly active_at: string | null;
  readonly version: number;
};

export const alerts: Projection<AlertDoc> = {
  name: 'alerts',
  version: 2,
  indexes: [
    { name: 'newest', fields: ['owner', 'created_at'] },
    { name: 'active', fields: ['owner', 'active_at'], sparse: true },
  ],
  ids: (event) => (isEvent(event, ...ALERT_EVENTS) ? [event.data.alert_id] : []),
  on: folds(
    on(AlertRaised, (_doc, { data, stream, metadata, revision }) => {
      if (metadata.owner === null) return null;
      return {
        owner: metadata.owner,
        stream,
        task_id: data.task_id,
        kind: data.kind,
        severity: data.severity,
        type: data.alert_type,
        title: data.title,
        about: data.about,
        zone: data.zone,
        streak: data.streak,
        delivery: data.delivery ?? null,
        acknowledged: false,
        resolved: false,
        resolved_reason: null,
        created_at: metadata.at,
        active_at: metadata.at,
        version: revision,
      };
    }),
    on(
      AlertResolved,
      (doc, { data, revision }) => doc && { ...doc, resolved: true, resolved_reason: data.reason, active_at: null, version: revision },
    ),
    on(AlertAcknowledged, (doc, { revision }) => doc && { ...doc, acknowledged: true, active_at: null, version: revision }),
  ),
};

export const alert = (views: Views, id: string): Promise<Stored<AlertDoc> | null> =>
  views.documents.get<AlertDoc>(views.current(alerts.name), id);

export const alertsOf = (views: Views, owner: string, page: { limit: number; after?: Cursor }): Promise<Page<AlertDoc>> =>
  views.documents.find<AlertDoc>(views.current(alerts.name), { index: 'newest', equals: [owner], order: 'desc', ...page });

/** Alerts of any owner. An id that no alert has is left out. */
export const alertsByIds = (views: Views, ids: readonly string[]): Promise<ReadonlyMap<string, Stored<AlertDoc>>> =>
  views.documents.getMany<AlertDoc>(views.current(alerts.name), ids);

/** All alerts that are not acknowledged, resolved ones too, page by page. */
export async function* unacknowledgedAlerts(views: Views, owner: string): AsyncGenerator<readonly Stored<AlertDoc>[]> {
  const query = { index: 'newest', equals: [owner], order: 'desc' } as const;
  for await (const page of pagesOf<AlertDoc>(views.documents, views.current(alerts.name), query))
    yield page.filter(({ doc }) => !doc.acknowledged);
}

/** All alerts that are neither acknowledged nor resolved, newest first. */
export const activeAlerts = (views: Views, owner: string): Promise<readonly Stored<AlertDoc>[]> =>
  everything<AlertDoc>(views.documents, views.current(alerts.name), { index: 'active', equals: [owner], order: 'desc' });
