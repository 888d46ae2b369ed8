import { userCaller } from '../../src/app/caller.ts';
import { loadPartner, sendToPartner } from '../../src/app/partner/partner-record.ts';
import { addPartner } from '../../src/app/partner/partners.ts';
import { changeSettings } from '../../src/app/settings.ts';
import type { SettingsGroup, SettingsGroups } from '../../src/domain/account/settings-events.ts';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { type ReminderKind, reminderStream } from '../../src/domain/reminders/events.ts';
import type { Assembled } from '../../src/wiring/assemble.ts';

/** The events of one (owner, kind, date): the name, instant and outcome of each. */
export async function storyOf({ app }: Assembled, kind: ReminderKind, owner: string, date: string): Promise<readonly string[]> {
  return linesOf(await app.store.readStream(reminderStream(kind, owner, date)));
}

/** The same for events that were read already. */
export const linesOf = (events: readonly Recorded[]): readonly string[] =>
  events.map(({ type, data, metadata }) => [type, metadata.at, (data as { outcome?: string }).outcome].filter(Boolean).join(' '));

/** Changes a group of settings, and waits until the read models show it. */
export async function choose<G extends SettingsGroup>(
  { app }: Assembled,
  owner: string,
  group: G,
  set: Partial<SettingsGroups[G]>,
): Promise<void> {
  const { position } = await changeSettings(app, userCaller(owner, app.newId()), group, set);
  if (position !== null) await app.waitForReadModels(position);
}

/** A person who has accepted by mail to be the owner's partner. */
export async function partnerFor({ app }: Assembled, owner: string, email = 'soren@example.org'): Promise<string> {
  const caller = userCaller(owner, app.newId());
  const { id } = await addPartner(app, caller, { name: 'Søren', email, whatsapp: '', detail: 'titles' });
  const state = await loadPartner(app, id);
  if (state.status === 'none' || state.address_key === null) throw new Error('There is no partner.');
  const { position } = await sendToPartner(app, caller, id, { type: 'Accept', channel: 'mail', key: state.address_key });
  await app.waitForReadModels(position as string);
  return id;
}
