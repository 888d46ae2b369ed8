import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../tests/support/ports.ts';
import { SERVICES_OFF } from '../../tests/support/services-off.ts';
import { type Running, startProgram } from './program.ts';

/** The same in both modes, so that people who signed up in development mode are there in production. */
const MASTER_KEY = { VOUCH_MASTER_KEY: 'ab'.repeat(32) } as const;

export interface Production extends Running {
  /** Where its metrics are. */
  readonly operationsUrl: string;
}

/** In development mode, in which people sign up by the mails in the development mailbox. */
export const startForSignUps = (data: string): Promise<Running> => startProgram(data, MASTER_KEY);

/** In production mode, with its bounds by network address, behind a proxy on this machine. Its mails are thrown away. */
export async function startProduction(data: string): Promise<Production> {
  const smtp = await startMailSink();
  const [port, operationsPort] = [await freePort(), await freePort()];
  const program = await startProgram(data, {
    ...MASTER_KEY,
    VOUCH_MODE: 'production',
    PORT: String(port),
    OPERATIONS_PORT: String(operationsPort),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'vouch@example.com',
    ...SERVICES_OFF,
  });
  return {
    ...program,
    operationsUrl: `http://127.0.0.1:${operationsPort}`,
    async stop() {
      const code = await program.stop();
      await smtp.close();
      return code;
    },
  };
}

async function startMailSink() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.on('end', done).resume();
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>((resolve) => server.close(resolve)) };
}
