import { z } from 'zod';
import { serviceOrigin } from './config-address.ts';
import { isLocalAddress, parseSender } from './contracts/email.ts';

/** The payment provider. */
export interface BillingConfig {
  /** Null: in development the program's own provider stands in for it, in production it is switched off, and nothing is sold. */
  readonly stripe: {
    readonly key: string;
    /** Without a trailing slash. */
    readonly url: string;
    readonly prices: { readonly pro: string; readonly byok: string };
  } | null;
  /** With which events are signed; null: not given. */
  readonly webhookSecret: string | null;
  /** To whom people write who need something custom. */
  readonly operatorEmail: string;
}

const STRIPE = 'https://api.stripe.com';
const price = z
  .string()
  .regex(/^[A-Za-z0-9_]{1,200}$/, { error: 'is the id of a price at Stripe, such as price_1Q2w3E4r5T.' })
  .optional();

/** The variables about the payment provider, for the schema of the environment. */
export const BILLING_VARIABLES = {
  STRIPE_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, { error: 'is the secret key of the account at Stripe.' })
    .optional(),
  STRIPE_URL: serviceOrigin(STRIPE).default(STRIPE),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{16,500}$/, { error: 'is the signing secret of the webhook at Stripe, such as whsec_….' })
    .optional(),
  STRIPE_PRICE_PRO: price,
  STRIPE_PRICE_BYOK: price,
  OPERATOR_EMAIL: z.string().trim().refine(isLocalAddress, { error: 'is an address such as operator@example.com.' }).optional(),
};

type BillingEnvironment = z.output<z.ZodObject<typeof BILLING_VARIABLES>> & { readonly MAIL_FROM?: string | undefined };

export function toBilling(env: BillingEnvironment): BillingConfig {
  const { STRIPE_KEY: key, STRIPE_URL: url, STRIPE_PRICE_PRO: pro, STRIPE_PRICE_BYOK: byok } = env;
  return {
    stripe: key === undefined || pro === undefined || byok === undefined ? null : { key, url, prices: { pro, byok } },
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null,
    operatorEmail: env.OPERATOR_EMAIL ?? parseSender(env.MAIL_FROM ?? '')?.address ?? 'operator@localhost',
  };
}
