import { z } from 'zod';
import { isLocalAddress, parseSender } from '../contracts/address.ts';
import { type Section, serviceOrigin, type ValuesOf } from './variable.ts';

export interface BillingConfig {
  /** Null: in development a simulated provider is used; in production payments are switched off, and nothing is sold. */
  readonly stripe: {
    readonly key: string;
    /** The address of the API, without a trailing slash. */
    readonly url: string;
    readonly prices: { readonly pro: string; readonly byok: string };
  } | null;
  /** The secret with which events are signed; null: not set. */
  readonly webhookSecret: string | null;
  /** The address to which people write who need an individual offer. */
  readonly operatorEmail: string;
}

const STRIPE = 'https://api.stripe.com';
const price = z
  .string()
  .regex(/^[A-Za-z0-9_]{1,200}$/, { error: 'is the id of a price at Stripe, such as price_1Q2w3E4r5T.' })
  .optional();

export const BILLING = {
  service: {
    name: 'stripe',
    title: 'Stripe',
    standIn: "a provider of the program's own, under `/dev`",
    needed: ['STRIPE_KEY', 'STRIPE_PRICE_PRO', 'STRIPE_PRICE_BYOK'],
    inProduction: ['STRIPE_WEBHOOK_SECRET'],
    otherwise: 'nobody can buy a plan',
  },
  variables: {
    STRIPE_KEY: {
      schema: z
        .string()
        .regex(/^[\x21-\x7e]{1,500}$/, { error: 'is the secret key of the account at Stripe.' })
        .optional(),
      description: 'the secret key at Stripe',
      secret: true,
    },
    STRIPE_PRICE_PRO: { schema: price, description: 'the id of the monthly price of the plan Pro' },
    STRIPE_PRICE_BYOK: { schema: price, description: 'the id of the monthly price of the plan BYOK' },
    STRIPE_WEBHOOK_SECRET: {
      schema: z
        .string()
        .regex(/^[\x21-\x7e]{16,500}$/, { error: 'is the signing secret of the webhook at Stripe, such as whsec_….' })
        .optional(),
      description: 'the signing secret of the webhook at Stripe, which sends its events to `/api/webhooks/stripe`',
      unset: 'a random one',
      secret: true,
    },
    STRIPE_URL: {
      schema: serviceOrigin(STRIPE).default(STRIPE),
      description: "address of Stripe's API",
      production: { unencrypted: 'begins with http: outside this machine the key would travel unencrypted.' },
    },
    OPERATOR_EMAIL: {
      schema: z.string().trim().refine(isLocalAddress, { error: 'is an address such as operator@example.com.' }).optional(),
      description: 'to whom people write who need something custom',
      unset: 'the address of `MAIL_FROM`',
    },
  },
} satisfies Section;

/** `mailFrom`: the sender address of mails, if it is set. */
export function toBilling(env: ValuesOf<typeof BILLING.variables>, mailFrom: string | undefined): BillingConfig {
  const { STRIPE_KEY: key, STRIPE_URL: url, STRIPE_PRICE_PRO: pro, STRIPE_PRICE_BYOK: byok } = env;
  return {
    stripe: key === undefined || pro === undefined || byok === undefined ? null : { key, url, prices: { pro, byok } },
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null,
    operatorEmail: env.OPERATOR_EMAIL ?? parseSender(mailFrom ?? '')?.address ?? 'operator@localhost',
  };
}
