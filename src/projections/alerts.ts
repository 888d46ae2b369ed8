import type { AlertAcknowledged, AlertKind, AlertRaised, AlertResolved, AlertType, Severity } from '../domain/kernel/alert.ts';
import type { RecordedOf } from '../domain/kernel/event.ts';
import type { Sealed } from '../domain/kernel/sealed.ts';
import type { Cursor, Page, Stored } from './kernel/documents.ts';
import { everything } from './kernel/pages.ts';
import type { Projection } from './kernel/projection.ts';
import type { Views } from './kernel/views.ts';

/** By alert id. */
export type AlertDoc = {
  readonly owner: string;
  /** The stream that raised it, where an acknowledgement goes. */
  readonly stream: string;
  readonly task_id: string | null;
  readonly kind: AlertKind;
  readonly severity: Severity;
  readonly type: AlertType;
  /** The sealed object that holds the task's title as it was then. */
  readonly title: Sealed | null;
  readonly about: string;
  readonly zone: string;
  readonly streak: number | null;
  readonly acknowledged: boolean;
  readonly resolved: boolean;
  readonly resolved_reason: AlertResolved['data']['reason'] | null;
  readonly created_at: string;
  /** `created_at` while it is neither acknowledged nor resolved. */
  readonly active_at: string | null;
  /** Revision of the last event about it, for the ETag. */
  readonly version: number;
};

type OfAlert = RecordedOf<AlertRaised | AlertResolved | AlertAcknowledged>;

export const alerts: Projection<AlertDoc> = {
  name: 'alerts',
  version: 1,
  indexes: [
    { name: 'newest', fields: ['owner', 'created_at'] },
    { name: 'active', fields: ['owner', 'active_at'], sparse: true },
  ],
  ids: (event) => ('alert_id' in event.data ? [(event as OfAlert).data.alert_id] : []),
  on: {
    AlertRaised: (_doc, recorded) => {
      const { data, stream, metadata } = recorded as RecordedOf<AlertRaised>;
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
        acknowledged: false,
        resolved: false,
        resolved_reason: null,
        created_at: metadata.at,
        active_at: metadata.at,
        version: recorded.revision,
      };
    },
    AlertResolved: (doc, recorded) =>
      doc && {
        ...doc,
        resolved: true,
        resolved_reason: (recorded as RecordedOf<AlertResolved>).data.reason,
        active_at: null,
        version: recorded.revision,
      },
    AlertAcknowledged: (doc, recorded) => doc && { ...doc, acknowledged: true, active_at: null, version: recorded.revision },
  },
};

export const alert = (views: Views, id: string): Promise<Stored<AlertDoc> | null> =>
  views.documents.get<AlertDoc>(views.current(alerts.name), id);

/** All of an owner's, newest first. */
export const alertsOf = (views: Views, owner: string, page: { limit: number; after?: Cursor }): Promise<Page<AlertDoc>> =>
  views.documents.find<AlertDoc>(views.current(alerts.name), { index: 'newest', equals: [owner], order: 'desc', ...page });

/** Neither acknowledged nor resolved, newest first, all of them. */
export const activeAlerts = (views: Views, owner: string): Promise<readonly Stored<AlertDoc>[]> =>
  everything<AlertDoc>(views.documents, views.current(alerts.name), { index: 'active', equals: [owner], order: 'desc' });
