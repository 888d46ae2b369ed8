import { subscribeToPushes } from '../../../src/contracts/calls/push.ts';
import { conventionsOf, followConventions } from '../../../src/contracts/words/conventions.ts';
import { keepSharedPictures } from '../shared-pictures.ts';
import { type Answer, carryOut, type Outcome, takeBack, type Undo } from './answers.ts';
import { deviceName } from './device-name.ts';
import { answerOf, deleteOldShells, documentOf, fromCacheFirst, fromNetworkFirst, storeShell } from './offline.ts';
import { receiveShared } from './shared.ts';

/** The files under `/assets/` that the screens need. The build writes them (`web/push-worker-file.ts`). */
declare const SHELL_FILES: readonly string[];

/** What the TypeScript library for pages lacks of a service worker. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: object): Promise<readonly { readonly url: string; focus(): Promise<unknown>; postMessage(message: unknown): void }[]>;
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void;
}
interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerEvents {
  install: Waiting;
  activate: Waiting;
  fetch: Waiting & {
    readonly request: Request;
    readonly preloadResponse: Promise<Response | undefined>;
    respondWith(answer: Promise<Response>): void;
  };
  push: Waiting & { readonly data: { json(): unknown } | null };
  notificationclick: Waiting & { readonly action: string; readonly notification: Notification };
  pushsubscriptionchange: Waiting & { readonly oldSubscription: PushSubscription | null };
}
// The scope of this script is a service worker, of which the library for pages knows nothing.
const worker = self as unknown as WorkerScope;

const own = conventionsOf(navigator.language);
followConventions(() => own);

/** What a push contains (`src/messages/push/payload.ts`). */
interface Payload {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
  readonly task_id: string | null;
  readonly actions: readonly Answer[];
}

/** What a notification remembers for the moment when it is pressed. */
interface Remembered {
  readonly url: string;
  readonly title: string;
  readonly task: string | null;
  readonly undo?: Undo;
  readonly failed?: Answer;
}

const WORDS = { done: 'Done', tomorrow: 'Tomorrow', skip: 'Skip', undo: 'Undo', retry: 'Try again', open: 'Open' } as const;
type Action = keyof typeof WORDS;

/** Systems show two answers as a rule. Then Skip, the last one, is left out. */
const mostActions = (): number => (Notification as unknown as { readonly maxActions?: number }).maxActions ?? 2;

interface Shown extends Pick<Payload, 'title' | 'body' | 'tag'> {
  readonly actions: readonly Action[];
  readonly remembered: Remembered;
  readonly silent?: boolean;
}

function show({ title, body, tag, actions, remembered, silent = false }: Shown): Promise<void> {
  const offered = actions.slice(0, mostActions()).map((action) => ({ action, title: WORDS[action] }));
  const icon = '/apple-touch-icon.png';
  // The library for pages does not know `actions` and `renotify`.
  const options = { body, tag, icon, silent, renotify: !silent, actions: offered, data: remembered } as NotificationOptions;
  return worker.registration.showNotification(title, options);
}

function shown(data: unknown): Promise<void> {
  const { title, body, url, tag, task_id: task, actions } = data as Payload;
  return show({ title, body, tag, actions, remembered: { url, title, task } });
}

/** A window that shows the program is used again, so that a press does not open one more. */
async function open(url: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' });
  const used = windows.find((one) => !/^\/($|auth)/.test(new URL(one.url).pathname));
  if (used === undefined) return void (await worker.clients.openWindow(url));
  await used.focus();
  used.postMessage({ type: 'vouch-open', url });
}

function showOutcome({ title, body, undo, canRetry }: Outcome, answer: Answer | null, tag: string, before: Remembered): Promise<void> {
  const { undo: _, failed: __, ...kept } = before;
  if (undo !== null) return show({ title, body, tag, silent: true, actions: ['undo'], remembered: { ...kept, undo } });
  const remembered = { ...kept, ...(answer && { failed: answer }) };
  return show({ title, body, tag, actions: canRetry && answer !== null ? ['retry', 'open'] : ['open'], remembered });
}

const isAnswer = (action: string): action is Answer => action === 'done' || action === 'tomorrow' || action === 'skip';

async function pressed(action: string, notification: Notification): Promise<void> {
  notification.close();
  const { tag } = notification;
  // Only `show` has made notifications.
  const data = notification.data as Remembered;
  const answer = action === 'retry' ? data.failed : action;
  if (data.task !== null && answer !== undefined && isAnswer(answer))
    return showOutcome(await carryOut(answer, data.task, data.title), answer, tag, data);
  if (action !== 'undo' || !data.undo) return open(data.url);
  const failed = await takeBack(data.undo, data.title);
  if (failed) await showOutcome(failed, null, tag, data);
}

/** The push service has replaced the subscription of this browser. */
async function subscribeAgain(old: PushSubscription | null): Promise<void> {
  const key = old?.options.applicationServerKey;
  if (!key) return;
  const made = await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  await fetch(subscribeToPushes.path, {
    method: subscribeToPushes.method,
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ endpoint, keys, name: deviceName(navigator.userAgent) }),
  });
}

async function install(): Promise<void> {
  // Without files the program is being developed, and nothing is stored.
  if (SHELL_FILES.length > 0) await storeShell(caches, Date.now(), SHELL_FILES);
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await deleteOldShells(caches, pages.length > 0);
  // The browser asks for a document while it starts this script.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

function answered(event: WorkerEvents['fetch'], way: NonNullable<ReturnType<typeof answerOf>>): Promise<Response> {
  const { request } = event;
  if (way === 'shared') return receiveShared(request, keepSharedPictures, Date.now());
  if (way === 'asset') return fromCacheFirst(caches, request);
  const path = way === 'document' ? documentOf(request.url) : new URL(request.url).pathname;
  return fromNetworkFirst(caches, async () => (await event.preloadResponse) ?? fetch(request), path);
}

function answer(event: WorkerEvents['fetch']): void {
  const way = answerOf(event.request, location.origin);
  if (way !== null) event.respondWith(answered(event, way));
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', answer);
worker.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(shown(event.data.json()));
});
worker.addEventListener('notificationclick', (event) => event.waitUntil(pressed(event.action, event.notification)));
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event.oldSubscription)));
