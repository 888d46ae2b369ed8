import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';

export interface PartOf {
  readonly name: string;
  readonly filename?: string;
  readonly media?: string;
  readonly content: string | Uint8Array;
}

/** The bytes of a part up to its content. */
export const partHead = ({ name, filename, media }: Omit<PartOf, 'content'>, boundary: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
  `${media === undefined ? '' : `Content-Type: ${media}\r\n`}\r\n`;

/** A form as it is sent; `end: false` leaves out the closing boundary. */
export function formBytes(parts: readonly PartOf[], boundary = 'between', end = true): Buffer {
  const pieces = parts.flatMap((part) => [Buffer.from(partHead(part, boundary)), Buffer.from(part.content), Buffer.from('\r\n')]);
  return Buffer.concat([...pieces, ...(end ? [Buffer.from(`--${boundary}--\r\n`)] : [])]);
}

export interface FormAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** A request that is written piece by piece, on a connection of its own that stays open. */
export interface Sending {
  readonly request: ClientRequest;
  readonly answer: Promise<FormAnswer>;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
}

export function sending(url: string, path: string, headers: Readonly<Record<string, string>>, options: RequestOptions = {}): Sending {
  const sent = request(url + path, { method: 'POST', headers, agent: new Agent({ keepAlive: true }), ...options });
  const closed = new Promise<void>((resolve) => sent.once('socket', (socket) => socket.once('close', () => resolve())));
  const answer = new Promise<FormAnswer>((resolve, reject) => {
    sent.once('error', reject).once('response', (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) });
        });
    });
  });
  answer.catch(() => undefined);
  return { request: sent, answer, closed };
}
