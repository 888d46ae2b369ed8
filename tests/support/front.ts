import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { close, listen } from '../servers/listening.ts';

export interface Front {
  readonly url: string;
  stop(): Promise<void>;
}

export interface FrontOptions {
  /**
   * The webs know this address as their PUBLIC_URL, and requests reach them unchanged. Otherwise requests look as if
   * they were sent to the web itself.
   */
  readonly isPublic?: boolean;
}

/** Balances load: each request goes to the next web, and to the one after it if nobody listens. */
export async function startFront(webs: () => readonly string[], { isPublic = false }: FrontOptions = {}): Promise<Front> {
  let next = 0;
  const server = createServer((asked, answer) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => {
      next += 1;
      const urls = webs();
      pass(
        asked,
        Buffer.concat(chunks),
        answer,
        urls.map((_, index) => urls[(next + index) % urls.length] as string),
        isPublic ? () => asked.headers : (url) => headersFor(url, asked),
      );
    });
  });
  // As long as the program's own. With the 5 s of Node.js a client that comes back after a restart may meet a connection that is just closed.
  server.keepAliveTimeout = 75_000;
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => close(server),
  };
}

type HeadersFor = (url: string) => IncomingHttpHeaders;

function headersFor(url: string, { headers: { origin, ...rest } }: IncomingMessage): IncomingHttpHeaders {
  return { ...rest, host: new URL(url).host, ...(origin !== undefined && { origin: url }) };
}

function pass(asked: IncomingMessage, body: Buffer, answer: ServerResponse, urls: readonly string[], headers: HeadersFor): void {
  const [url, ...others] = urls;
  if (url === undefined) {
    answer.writeHead(502).end();
    return;
  }
  const forwarded = request(url + asked.url, { method: asked.method, headers: headers(url), agent: false }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
    answered.on('error', () => answer.destroy());
  });
  forwarded.on('error', (error: NodeJS.ErrnoException) => {
    if (answer.headersSent) answer.destroy();
    // Only a request that never arrived may go to another web.
    else if (error.code === 'ECONNREFUSED') pass(asked, body, answer, others, headers);
    else answer.writeHead(502).end();
  });
  forwarded.end(body);
}
