import { createServer } from 'node:http';
import PostalMime, { type Email } from 'postal-mime';
import { close, listen } from '../../servers/listening.ts';

/** What Gmail does with the next mail. `lost`: takes it and breaks the connection off. */
export type GmailFault = { readonly status: number; readonly reason?: string } | 'lost' | 'cut';

/** A server that speaks `users.messages.send` and `users.messages.list` of Gmail, and refuses what Gmail refuses. */
export async function startGmail() {
  const world = {
    /** Scopes by token. */
    tokens: new Map<string, readonly string[]>(),
    taken: [] as { readonly id: string; readonly raw: string; readonly mail: Email }[],
    faults: [] as GmailFault[],
  };
  const SEND = ['gmail.send', 'gmail.modify'].map((name) => `https://www.googleapis.com/auth/${name}`);
  const problem = (status: number, reason: string) =>
    [status, { error: { code: status, message: 'Refused.', errors: [{ domain: 'global', reason, message: 'Refused.' }] } }] as const;

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('error', () => undefined);
    request.on('end', async () => {
      const reply = (status: number, body: object): void => {
        response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
        response.end(JSON.stringify(body));
      };
      const scopes = world.tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''));
      if (scopes === undefined) return reply(...problem(401, 'authError'));
      const url = new URL(request.url ?? '', 'http://x');
      if (request.method === 'GET' && url.pathname === '/gmail/v1/users/me/messages') {
        if (!scopes.some((scope) => /gmail\.(readonly|modify)$/.test(scope))) return reply(...problem(403, 'insufficientPermissions'));
        const id = url.searchParams.get('q')?.replace('rfc822msgid:', '');
        const found = world.taken.filter(({ mail }) => mail.messageId === `<${id}>`);
        return reply(200, {
          ...(found.length > 0 && { messages: found.map((one) => ({ id: one.id })) }),
          resultSizeEstimate: found.length,
        });
      }
      const isSend = url.pathname === '/upload/gmail/v1/users/me/messages/send' && url.searchParams.get('uploadType') === 'media';
      if (request.method !== 'POST' || !isSend) return reply(...problem(404, 'notFound'));
      if (!scopes.some((scope) => SEND.includes(scope))) return reply(...problem(403, 'insufficientPermissions'));
      if (request.headers['content-type'] !== 'message/rfc822') return reply(...problem(400, 'badContent'));
      const fault = world.faults.shift();
      if (fault === 'cut') return request.socket.destroy();
      if (typeof fault === 'object') return reply(...problem(fault.status, fault.reason ?? 'backendError'));
      const raw = Buffer.concat(parts).toString();
      const mail = await PostalMime.parse(raw);
      if (!mail.to?.length && !mail.cc?.length && !mail.bcc?.length) return reply(...problem(400, 'invalidArgument'));
      const id = `18c${world.taken.length}`;
      world.taken.push({ id, raw, mail });
      if (fault === 'lost') return request.socket.destroy();
      return reply(200, { id, threadId: id, labelIds: ['SENT'] });
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    world,
    close: () => close(server),
  };
}
