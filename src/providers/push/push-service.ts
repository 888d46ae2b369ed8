import type { PushService } from '../../ports/push.ts';
import type { WebPushOptions } from './web-push.ts';

/** Pushes to browsers. The code that encrypts and sends is loaded with the first subscription or push. */
export function openPushService(options: WebPushOptions): PushService {
  let loading: Promise<PushService> | null = null;
  const load = (): Promise<PushService> => {
    loading ??= import('./web-push.ts').then(({ webPushService }) => webPushService(options));
    return loading;
  };
  return {
    newKeys: async () => (await load()).newKeys(),
    faultsOf: async (target) => (await load()).faultsOf(target),
    send: async (message) => (await load()).send(message),
  };
}
