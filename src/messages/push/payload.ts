import type { App } from '../../app/app.ts';
import type { PushKind } from '../../app/push/requests.ts';
import type { Pushed } from '../../domain/delivery/events.ts';

export type PushAction = 'done' | 'tomorrow' | 'skip';

/** What the service worker gets. Of a task it says no more than its title and when it is due. */
export interface PushPayload {
  readonly kind: PushKind;
  readonly title: string;
  readonly body: string;
  /** The page that a click opens, without the origin. */
  readonly url: string;
  /** A newer push with the same tag replaces an older one. */
  readonly tag: string;
  readonly task_id: string | null;
  readonly actions: readonly PushAction[];
}

export interface PushContext {
  readonly app: App;
  readonly owner: string;
  readonly zone: string;
  readonly now: string;
}

export type PushText = Omit<PushPayload, 'kind'>;
/** Null: what it would tell is not true any more. */
export type ComposePush = (context: PushContext, push: Pushed) => Promise<PushText | null>;

/** In UTF-8. Push services take 4,096 bytes, of which the encryption needs some. */
const MOST_BYTES = 3_000;

/** The payload as JSON. Texts that are too long are cut, the body first. */
export function encodedPayload(payload: PushPayload): string {
  let { title, body } = payload;
  for (;;) {
    const text = JSON.stringify({ ...payload, title, body });
    if (Buffer.byteLength(text) <= MOST_BYTES) return text;
    if (body !== '') body = shortened(body);
    else title = shortened(title);
  }
}

/** Nine tenths of the text, by code points, so that no character is cut. The ellipsis does not add up. */
function shortened(text: string): string {
  const points = [...text.replace(/…$/, '')];
  const kept = points.slice(0, Math.floor(points.length * 0.9)).join('');
  return kept === '' ? '' : `${kept}…`;
}
