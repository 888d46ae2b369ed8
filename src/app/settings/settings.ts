import { accountDecider, type ChangeSettings } from '../../domain/account/decide.ts';
import type { NotificationSettings, SettingsGroup, SettingsGroups, TimeSettings, Weekday } from '../../domain/account/event-data.ts';
import { accountStream } from '../../domain/account/events.ts';
import type { AccountState } from '../../domain/account/state.ts';
import { type Handled, handle } from '../../domain/kernel/handle.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';

/** For rooms that may import use cases but not the aggregate. */
export type { NotificationSettings, SettingsGroups, TimeSettings, Weekday };

/**
 * Changes one group of settings. `ifMatch`: the group's version that the sender saw.
 * @throws RuleViolation not_found, precondition_failed
 */
export function changeSettings<G extends SettingsGroup>(
  app: App,
  caller: Caller,
  group: G,
  set: Partial<SettingsGroups[G]>,
  ifMatch: number | null = null,
): Promise<Handled<AccountState>> {
  const command = { type: 'ChangeSettings', group, set, if_match: ifMatch } as unknown as ChangeSettings;
  return handle(app, accountDecider, accountStream(caller.owner), command, contextOf(caller));
}
