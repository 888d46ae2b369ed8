import {
  type AiPartnerChanged,
  DEFAULT_SETTINGS,
  type NotificationsChanged,
  type SettingsGroup,
  type SettingsGroups,
  type TimeSettingsChanged,
} from '../domain/account/events.ts';
import type { Position, Recorded, RecordedOf } from '../domain/kernel/event.ts';
import type { Stored } from './kernel/documents.ts';
import type { Projection } from './kernel/projection.ts';
import type { Plain, Views } from './kernel/views.ts';

/** By owner: what they have set. */
export type SettingsDoc = {
  readonly owner: string;
  readonly notifications: Plain<SettingsGroups['notifications']>;
  readonly time: Plain<SettingsGroups['time']>;
  readonly ai: Plain<SettingsGroups['ai']>;
  /** Revision of the last event that changed a group, for the ETag; 0: as a new account has it. */
  readonly versions: Readonly<Record<SettingsGroup, number>>;
  /** Position of the last change of `ai`; empty: none. */
  readonly ai_at: Position;
};

const fresh = (owner: string): SettingsDoc => ({ owner, ...DEFAULT_SETTINGS, versions: { notifications: 0, time: 0, ai: 0 }, ai_at: '' });

type Changed = NotificationsChanged | TimeSettingsChanged | AiPartnerChanged;

const change =
  (group: SettingsGroup) =>
  (doc: SettingsDoc | null, recorded: Recorded, id: string): SettingsDoc => {
    const known = doc ?? fresh(id);
    const { set } = (recorded as RecordedOf<Changed>).data;
    return {
      ...known,
      [group]: { ...known[group], ...set },
      versions: { ...known.versions, [group]: recorded.revision },
      ...(group === 'ai' && { ai_at: recorded.position }),
    };
  };

export const settings: Projection<SettingsDoc> = {
  name: 'settings',
  version: 1,
  indexes: [],
  ids: (event) => (event.stream.startsWith('account-') && event.metadata.owner !== null ? [event.metadata.owner] : []),
  on: {
    NotificationsChanged: change('notifications'),
    TimeSettingsChanged: change('time'),
    AiPartnerChanged: change('ai'),
  },
};

/** What an owner has set; who has set nothing has what a new account has. */
export async function settingsOf(views: Views, owner: string): Promise<SettingsDoc> {
  const stored: Stored<SettingsDoc> | null = await views.documents.get<SettingsDoc>(views.current(settings.name), owner);
  return stored?.doc ?? fresh(owner);
}
