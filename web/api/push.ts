import { queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/push.ts';
import type * as wire from '../../src/contracts/push.ts';
import { readStored, storeInBrowser } from '../lib/browser-storage.ts';
import type { Camel } from './names.ts';
import { deviceName } from './push-worker/device-name.ts';
import { request, requestDone } from './request.ts';

export type PushDevice = Camel<wire.PushSubscription>;

const pushKeys = { devices: ['settings', 'push'] as const };

/** The browsers to which messages are pushed. */
export const pushDevicesQuery = () =>
  queryOptions({ queryKey: pushKeys.devices, queryFn: ({ signal }) => request(calls.listPushSubscriptions, { signal }) });
export const testDevice = (id: string) => requestDone(calls.testPushSubscription, { params: { id } });
const removeDevice = (id: string) => requestDone(calls.removePushSubscription, { params: { id } });

/**
 * `unasked`: this browser has not asked the person yet. `home_screen`: an iPhone or iPad, where only an app on the home screen
 * may ask. `impossible`: the browser has no pushes, or not at this address.
 */
export type PushState = 'unasked' | 'allowed' | 'blocked' | 'home_screen' | 'impossible';

export function pushState(): PushState {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return /iPhone|iPad/.test(navigator.userAgent) && window.isSecureContext ? 'home_screen' : 'impossible';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' ? 'allowed' : 'unasked';
}

/** Shows pushes, and serves the screens without a connection. */
export const WORKER = '/push-worker.js';
const DEVICE = 'vouch-push-device';

/** The id of this browser among the devices. Null: nothing is pushed here. */
export function ownDevice(): string | null {
  const id = readStored(DEVICE);
  return typeof id === 'string' ? id : null;
}

/**
 * Asks the person by the browser's own question, and subscribes this browser. Call it from a press only. Returns what the browser
 * allows now.
 * @throws ApiError, or the browser's error
 */
export async function allowPushes(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState();
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await request(calls.readPushKey);
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const { id } = await request(calls.subscribeToPushes, {
    body: { endpoint, keys: { p256dh, auth }, name: deviceName(navigator.userAgent) },
  });
  storeInBrowser(DEVICE, id);
  return 'allowed';
}

async function leavePushService(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Pushes nothing more to a device. */
export async function stopPushes(id: string): Promise<void> {
  await removeDevice(id);
  if (id !== ownDevice()) return;
  storeInBrowser(DEVICE, null);
  await leavePushService().catch(() => undefined);
}

/** Called before somebody signs out: the next person in this browser must not read their pushes. Never rejects. */
export async function stopPushesHere(): Promise<void> {
  const id = ownDevice();
  if (id !== null) await stopPushes(id).catch(() => undefined);
}

const LATER = 'vouch-push-not-now';
/** Whether the person has answered 'Not now' in this browser. */
export const saidNotNow = (): boolean => readStored(LATER) === true;
export const sayNotNow = (): void => void storeInBrowser(LATER, true);

/** Calls `go` with the address of a notification that was pressed while this page is open, until `signal` aborts. */
export function onPressed(go: (url: string) => void, signal: AbortSignal): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data }: MessageEvent<{ readonly type?: unknown; readonly url?: unknown } | null>) => {
      if (data?.type === 'vouch-open' && typeof data.url === 'string') go(data.url);
    },
    { signal },
  );
}
