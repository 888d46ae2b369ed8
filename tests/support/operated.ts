import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { readConfig } from '../../src/config/config.ts';
import { type Assembled, assemble } from '../../src/wiring/assemble.ts';
import { createLogger } from '../../src/wiring/logger.ts';
import { type Operations, startOperations } from '../../src/wiring/operations/start.ts';
import { serve } from '../../src/wiring/serve.ts';
import { listen } from '../servers/listening.ts';
import { freePort } from './ports.ts';
import { SERVICES_OFF } from './server-process.ts';

/** The program in production mode, as its operator sees it. */
export interface Operated {
  readonly url: string;
  /** The address of the operators' port. */
  readonly operationsUrl: string;
  readonly assembled: Assembled;
  readonly operations: Operations;
  /** What it logged, line by line. */
  readonly lines: readonly string[];
  readonly mails: readonly { readonly to: string; readonly raw: string }[];
  stop(): Promise<void>;
}

/** Its mail server refuses mails to addresses that begin with `nobody`, and names the address in its answer. */
export async function startOperated(before?: (operationsUrl: string) => Promise<void>): Promise<Operated> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-operated-'));
  const lines: string[] = [];
  const log = createLogger({ write: (line) => void lines.push(line) });
  const smtp = await startMailServer();
  const port = await freePort();
  const config = readConfig({
    VOUCH_MODE: 'production',
    VOUCH_DATA: folder,
    PORT: String(port),
    OPERATIONS_PORT: '0',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    VOUCH_MASTER_KEY: 'ab'.repeat(32),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'vouch@example.com',
    ...SERVICES_OFF,
  });
  const operations = await startOperations(config, log);
  const operationsUrl = `http://127.0.0.1:${JSON.parse(lines[0] as string).port}`;
  await before?.(operationsUrl);
  const assembled = await assemble({ config, log, meters: operations.meters });
  // A page of its own, so that the counts do not depend on whether the web client has been built.
  const webRoot = join(folder, 'web');
  mkdirSync(webRoot);
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Vouch</title>');
  writeFileSync(join(webRoot, 'screens.json'), '[]');
  const served = await serve(assembled, { webRoot });
  operations.serving(assembled);
  return {
    url: served.url,
    operationsUrl,
    assembled,
    operations,
    lines,
    mails: smtp.mails,
    async stop() {
      await served.stop();
      await operations.stop();
      await smtp.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startMailServer() {
  const mails: { to: string; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const refused = Object.assign(new Error(`<${address}>: there is no such person`), { responseCode: 550 });
      done(address.startsWith('nobody') ? refused : undefined);
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        // The encoding quoted-printable breaks lines, but a token has to be found as a whole.
        const raw = Buffer.concat(parts).toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
        mails.push({ to: envelope.rcptTo[0]?.address ?? '', raw });
        done();
      });
    },
  });
  const port = await listen(server.server);
  return { mails, url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>((resolve) => server.close(resolve)) };
}
