/**
 * Bytes of request bodies to have under way with `keepalive`. Browsers allow 64 KiB and count a body until its answer was
 * read; this is half of that.
 */
const MAX_BYTES = 32 * 1024;
/** Whether the browser supports `keepalive`. Without it a request ends with its page. */
const supported = 'keepalive' in Request.prototype;

let bytes = 0;
let requests = 0;

/**
 * Sends a change so that it reaches the server even if the page is closed or reloaded. One that is too big for that is sent as
 * an ordinary request.
 */
export async function fetchKeepalive(url: string, init: RequestInit & { body?: string }): Promise<Response> {
  const size = init.body === undefined ? 0 : new TextEncoder().encode(init.body).length;
  if (!supported || bytes + size > MAX_BYTES) return fetch(url, init);
  bytes += size;
  requests += 1;
  try {
    return await fetch(url, { ...init, keepalive: true });
  } finally {
    bytes -= size;
    requests -= 1;
  }
}

/** The number of unanswered requests that outlive the page. */
export const keepaliveRequests = (): number => requests;
