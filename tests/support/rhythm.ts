import { userCaller } from '../../src/app/caller.ts';
import { changeSettings } from '../../src/app/settings.ts';
import type { SettingsGroup, SettingsGroups } from '../../src/domain/account/events.ts';
import type { RhythmKind } from '../../src/domain/rhythm/events.ts';
import { rhythmStream } from '../../src/domain/rhythm/events.ts';
import type { Assembled } from '../../src/wiring/assemble.ts';

/** What came of one (owner, kind, date): each event's name, instant and outcome. */
export async function storyOf({ app }: Assembled, kind: RhythmKind, owner: string, date: string): Promise<readonly string[]> {
  const events = await app.store.readStream(rhythmStream(kind, owner, date));
  return events.map(({ type, data, metadata }) => [type, metadata.at, (data as { outcome?: string }).outcome].filter(Boolean).join(' '));
}

/** Changes a group of settings, and waits until it is seen. */
export async function choose<G extends SettingsGroup>(
  { app }: Assembled,
  owner: string,
  group: G,
  set: Partial<SettingsGroups[G]>,
): Promise<void> {
  const { position } = await changeSettings(app, userCaller(owner, app.newId()), group, set);
  if (position !== null) await app.caughtUp(position);
}
