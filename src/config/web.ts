import { isIP } from 'node:net';
import { z } from 'zod';
import type { Section, ValuesOf } from './variable.ts';

/** How the program is reached. */
export interface WebConfig {
  readonly host: string;
  /** The public port; 0 chooses a free one. */
  readonly port: number;
  /** The port of /readyz and /metrics, for operators only; null: they are not served; 0 chooses a free one. */
  readonly operationsPort: number | null;
  /** Addresses and networks (`10.0.0.0/8`) of proxies whose X-Forwarded-For is trusted, in addition to loopback. */
  readonly trustedProxies: readonly string[];
  /** The origin under which people reach the program, without a trailing slash; null: the printed address. */
  readonly publicUrl: string | null;
  /** The memory for finished answers, in bytes; 0: none is remembered. */
  readonly answersBytes: number;
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, { error: 'is a port from 0 to 65535.' })
  .transform(Number)
  .refine((value) => value <= 65_535, { error: 'is a port from 0 to 65535.' });

export const WEB = {
  variables: {
    HOST: {
      schema: z
        .string()
        .regex(/^[A-Za-z0-9.:_-]+$/, { error: 'is a host name or an address to listen on.' })
        .default('127.0.0.1'),
      description: 'address on which the program listens',
    },
    PORT: { schema: port.default(3000), description: 'port; with 0 it chooses a free one' },
    OPERATIONS_PORT: {
      schema: port.optional(),
      description: 'port of `/healthz`, `/readyz` and `/metrics`, for operators only',
      unset: 'off',
    },
    TRUSTED_PROXIES: {
      schema: z
        .string()
        .default('')
        .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
        .refine((networks) => networks.every(isNetwork), {
          error: 'is a list of addresses and networks, such as 10.0.0.7, 172.16.0.0/12.',
        }),
      description: 'addresses and networks of proxies whose `X-Forwarded-For` is believed, in production',
      unset: 'this machine',
    },
    ANSWERS_MB: {
      schema: z
        .string()
        .regex(/^\d{1,4}$/, { error: 'is a whole number of megabytes from 0 to 9999.' })
        .default('16'),
      description: 'on files: how many megabytes of finished answers are kept in memory for the next same request; 0 keeps none',
    },
    PUBLIC_URL: {
      schema: z.string().transform(toOrigin).optional(),
      description: 'the address that people use; mails link to it',
      unset: 'the printed address',
      production: {
        missing: 'is missing: the address under which people reach Vouch, such as https://vouch.example.com.',
        unencrypted:
          'begins with http: outside this machine it must be https, since cookies and links would travel unencrypted. Only localhost, 127.0.0.1 and [::1] may be http.',
      },
    },
  },
} satisfies Section;

export const toWeb = (env: ValuesOf<typeof WEB.variables>): WebConfig => ({
  host: env.HOST,
  port: env.PORT,
  operationsPort: env.OPERATIONS_PORT ?? null,
  trustedProxies: env.TRUSTED_PROXIES,
  publicUrl: env.PUBLIC_URL ?? null,
  answersBytes: Number(env.ANSWERS_MB) * 1_024 * 1_024,
});

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

function toOrigin(value: string, context: z.RefinementCtx): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const plain =
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '';
  if (plain) return url.origin;
  context.addIssue({ code: 'custom', message: 'is an origin such as https://vouch.example.com, without a path.' });
  return z.NEVER;
}
