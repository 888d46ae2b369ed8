import { readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { close, listen } from '../servers/listening.ts';

const SCRIPT = /[\w.-]+\.(?:js|css)\b/g;
const TEXT = /^(text\/(html|css|javascript)|application\/javascript)/;
/** Headers with which a browser would get less than the whole file, or not as text. */
const PARTIAL = ['accept-encoding', 'if-none-match', 'if-modified-since', 'range'];
/** Stands in the names of files of the next version, as another hash would. */
const NEXT = '-next.';

/** The address of a server that can be updated while pages are open. */
export interface Versions {
  readonly url: string;
  /** From now on the server has the next version: the same screens, whose scripts and styles have other names. The names before are gone. */
  update(): void;
  close(): Promise<void>;
}

const builtFiles = (): ReadonlySet<string> => new Set(readdirSync(join(import.meta.dirname, '../../dist/web/assets')));

/** Stands in front of the server at `upstream`, and passes everything on to it. */
export async function startVersions(upstream: string): Promise<Versions> {
  const built = builtFiles();
  let isUpdated = false;
  const renamed = (text: string): string => text.replace(SCRIPT, (name) => (built.has(name) ? name.replace(/\.(?=\w+$)/, NEXT) : name));

  function pass(asked: IncomingMessage, response: ServerResponse): void {
    const path = asked.url ?? '/';
    if (isUpdated && built.has(path.slice('/assets/'.length)) && path.match(SCRIPT)) return void response.writeHead(404).end();
    const headers = { ...asked.headers, host: new URL(upstream).host, ...(asked.headers.origin && { origin: upstream }) };
    for (const name of PARTIAL) delete headers[name as keyof typeof headers];
    const at = isUpdated ? path.replace(NEXT, '.') : path;
    const sent = request(upstream + at, { method: asked.method, headers }, (answer) => {
      const isText = TEXT.test(answer.headers['content-type'] ?? '');
      const { 'content-length': length, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, isText ? rest : answer.headers);
      if (!isUpdated || !isText) return void answer.pipe(response);
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => response.end(renamed(Buffer.concat(pieces).toString())));
    });
    sent.on('error', () => response.destroy());
    response.on('close', () => sent.destroy());
    asked.pipe(sent);
  }

  const server = createServer(pass);
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    update: () => {
      isUpdated = true;
    },
    close: () => close(server),
  };
}
