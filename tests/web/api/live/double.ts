import { vi } from 'vitest';

/** A live connection as the server sees it. */
export interface Opened {
  readonly lastEventId: string | null;
  readonly isOpen: () => boolean;
  change(kinds: readonly string[], id: string, tasks?: readonly string[]): void;
  end(): void;
  /** Ends as if a proxy had cut it. */
  cut(): void;
}

/** Takes the place of the server. Each connection is accepted unless `refuse` gives an answer. */
export function liveServer() {
  const opened: Opened[] = [];
  let refusal: (() => Response) | null = null;
  vi.stubGlobal('fetch', async (_address: string, { headers, signal }: RequestInit): Promise<Response> => {
    if (refusal) return refusal();
    let isOpen = true;
    let send!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        send = controller;
      },
      cancel() {
        isOpen = false;
      },
    });
    signal?.addEventListener('abort', () => {
      if (isOpen) send.error(signal.reason);
      isOpen = false;
    });
    const write = (text: string) => send.enqueue(new TextEncoder().encode(text));
    opened.push({
      lastEventId: new Headers(headers).get('last-event-id'),
      isOpen: () => isOpen,
      change: (kinds, id, tasks) => write(`event: change\nid: ${id}\ndata: ${JSON.stringify({ kinds, tasks })}\n\n`),
      end: () => write('event: end\ndata: {}\n\n'),
      cut: () => {
        isOpen = false;
        send.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return {
    opened,
    refuse(answer: (() => Response) | null): void {
      refusal = answer;
    },
  };
}
