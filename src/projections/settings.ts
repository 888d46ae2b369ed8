import { accountStream } from '../domain/account/events.ts';
import {
  AiPartnerChanged,
  ChannelsChanged,
  DEFAULT_SETTINGS,
  NotificationsChanged,
  type SettingsChanged,
  type SettingsGroup,
  type SettingsGroups,
  TimeSettingsChanged,
} from '../domain/account/settings-events.ts';
import type { Position, RecordedOf } from '../domain/kernel/event.ts';
import type { Stored } from '../ports/documents.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import type { Plain, Views } from './engine/views.ts';

export type SettingsDoc = {
  readonly owner: string;
  readonly notifications: Plain<SettingsGroups['notifications']>;
  readonly time: Plain<SettingsGroups['time']>;
  readonly ai: Plain<SettingsGroups['ai']>;
  readonly channels: Plain<SettingsGroups['channels']>;
  /** Revision of the last event that changed a group, for the ETag; 0: the group has the values of a new account. */
  readonly versions: Readonly<Record<SettingsGroup, number>>;
  /** Position of the last change of `ai`; empty: none. */
  readonly ai_at: Position;
};

const UNCHANGED = { notifications: 0, time: 0, ai: 0, channels: 0 } as const;
const fresh = (owner: string): SettingsDoc => ({ owner, ...DEFAULT_SETTINGS, versions: UNCHANGED, ai_at: '' });

const change =
  (group: SettingsGroup) =>
  (doc: SettingsDoc | null, { data, revision, position }: RecordedOf<SettingsChanged>, id: string): SettingsDoc => {
    const known = doc ?? fresh(id);
    return {
      ...known,
      [group]: { ...known[group], ...data.set },
      versions: { ...known.versions, [group]: revision },
      ...(group === 'ai' && { ai_at: position }),
    };
  };

export const settings: Projection<SettingsDoc> = {
  name: 'settings',
  version: 2,
  incompatible: true,
  indexes: [],
  ids: (event) => (accountStream.has(event.stream) && event.metadata.owner !== null ? [event.metadata.owner] : []),
  on: folds(
    on(NotificationsChanged, change('notifications')),
    on(TimeSettingsChanged, change('time')),
    on(AiPartnerChanged, change('ai')),
    on(ChannelsChanged, change('channels')),
  ),
};

/** The settings of an owner; without any change those of a new account. */
export async function settingsOf(views: Views, owner: string): Promise<SettingsDoc> {
  const stored: Stored<SettingsDoc> | null = await views.documents.get<SettingsDoc>(views.current(settings.name), owner);
  return stored?.doc ?? fresh(owner);
}
