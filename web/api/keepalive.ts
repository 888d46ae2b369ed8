/** Half of what a browser lets a page's requests carry that outlive it, 64 KiB of bodies: it counts a body until its answer was read. */
const ROOM = 32 * 1024;
/** False in browsers that know no such requests; they end with the page there. */
const able = 'keepalive' in Request.prototype;

let bytes = 0;
let requests = 0;

/** Sends a change so that it reaches the server though the page is closed or reloaded; too big for that, as any other request. */
export async function fetchKeepalive(url: string, init: RequestInit & { body?: string }): Promise<Response> {
  const size = init.body === undefined ? 0 : new TextEncoder().encode(init.body).length;
  if (!able || bytes + size > ROOM) return fetch(url, init);
  bytes += size;
  requests += 1;
  try {
    return await fetch(url, { ...init, keepalive: true });
  } finally {
    bytes -= size;
    requests -= 1;
  }
}

/** How many changes are on their way, unanswered, whatever becomes of the page. */
export const keepaliveRequests = (): number => requests;
