import type { VapidKeys } from '../../ports/push.ts';
import type { App } from '../app.ts';

const NAME = 'vapid';

/**
 * The keys by which push services know this program. They are made once for all processes, because every subscription is bound to them.
 * @throws StoreUnavailable, StoreFull
 */
export async function vapidKeys({ programKeys, push }: Pick<App, 'programKeys' | 'push'>): Promise<VapidKeys> {
  const stored = (await programKeys.programKey(NAME)) ?? (await programKeys.keepProgramKey(NAME, JSON.stringify(await push.newKeys())));
  // Only the line above writes this entry.
  return JSON.parse(stored) as VapidKeys;
}
