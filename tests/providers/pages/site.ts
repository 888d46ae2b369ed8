import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { close, listen } from '../../servers/listening.ts';

/** A web site on loopback, with what it was asked for. */
export interface TestSite {
  readonly port: number;
  /** The address with port under which connections to it can be allowed. */
  readonly place: string;
  /** Method and path of each request, in their order. */
  readonly asked: string[];
  readonly requests: IncomingMessage[];
  close(): Promise<void>;
}

/** What a site answers: a listener, or the page for each path. Its robots.txt is missing unless it is given. */
export type Answers =
  | RequestListener
  | Readonly<Record<string, string | ((request: IncomingMessage, response: ServerResponse) => unknown)>>;

/** A site until the end of the test. */
export async function openSite(answers: Answers): Promise<TestSite> {
  const asked: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    requests.push(request);
    response.on('error', () => {});
    if (typeof answers === 'function') return answers(request, response);
    const answer = answers[request.url ?? ''];
    if (typeof answer === 'function') answer(request, response);
    else if (answer === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer);
  });
  const port = await listen(server);
  const end = () => close(server);
  onTestFinished(end);
  return { port, place: `127.0.0.1:${port}`, asked, requests, close: end };
}
