import { z } from 'zod';
import type { Environment } from './config-production.ts';

/** An outside service. In development a provider of the program's own stands in for it; production needs it, or that it is switched off. */
interface Service {
  readonly title: string;
  /** The variables that belong together. */
  readonly needed: readonly string[];
  /** What production needs besides. */
  readonly inProduction?: readonly string[];
  /** Variables that mean nothing without the service. */
  readonly beside?: readonly string[];
  /** What does not work without the service, as the rest of a sentence. */
  readonly otherwise: string;
}

const SERVICES: Readonly<Record<string, Service>> = {
  whatsapp: {
    title: 'WhatsApp',
    needed: ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_ID'],
    beside: ['WHATSAPP_TEMPLATE', 'WHATSAPP_API_URL'],
    otherwise: 'no message reaches a WhatsApp number',
  },
  google: {
    title: 'Google',
    needed: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    otherwise: 'nobody can connect Gmail or sign in with Google',
  },
  github: {
    title: 'GitHub',
    needed: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
    beside: ['GITHUB_APP_ID', 'GITHUB_APP_KEY', 'GITHUB_WEBHOOK_SECRET'],
    otherwise: 'nobody can connect GitHub or sign in with it',
  },
  stripe: {
    title: 'Stripe',
    needed: ['STRIPE_KEY', 'STRIPE_PRICE_PRO', 'STRIPE_PRICE_BYOK'],
    inProduction: ['STRIPE_WEBHOOK_SECRET'],
    otherwise: 'nobody can buy a plan',
  },
};
const NAMES = Object.keys(SERVICES);
const ENGLISH = new Intl.ListFormat('en-GB');

const namesIn = (text: string): readonly string[] => text.split(',').flatMap((one) => one.trim() || []);

/** SERVICES_OFF: without which services the program is to start in production. */
export const servicesOff = z.string().refine((text) => namesIn(text).every((name) => NAMES.includes(name)), {
  error: `is a list of services to do without, of these: ${NAMES.join(', ')}.`,
});

/** What is wrong with the settings of the services, as sentences that begin with the names of variables. */
export function faultsOfServices(set: Environment): string[] {
  const isProduction = set.VOUCH_MODE === 'production';
  const off = namesIn(set.SERVICES_OFF ?? '');
  const misplaced = off.length > 0 && !isProduction;
  return [
    ...(misplaced ? ["SERVICES_OFF is for production only: in development the program's own providers stand in. Leave it out."] : []),
    ...Object.entries(SERVICES).flatMap(([name, service]) =>
      isProduction && off.includes(name) ? givenThoughOff(set, name, service) : lacking(set, name, service, isProduction),
    ),
  ];
}

function lacking(
  set: Environment,
  name: string,
  { title, needed, inProduction = [], otherwise }: Service,
  isProduction: boolean,
): string[] {
  const together = isProduction ? [...needed, ...inProduction] : needed;
  const missing = together.filter((variable) => set[variable] === undefined);
  const isNone = missing.length === together.length;
  if (missing.length === 0 || (isNone && !isProduction)) return [];
  const why = isNone ? `without them ${otherwise}` : `${ENGLISH.format(together)} belong together`;
  const choice = isProduction ? `To do without ${title}, name ${name} in SERVICES_OFF.` : 'Give all of them, or none.';
  return [`${ENGLISH.format(missing)} ${missing.length === 1 ? 'is' : 'are'} missing: ${why}. ${choice}`];
}

function givenThoughOff(set: Environment, name: string, { needed, inProduction = [], beside = [] }: Service): string[] {
  const given = [...needed, ...inProduction, ...beside].filter((variable) => set[variable] !== undefined);
  return given.length === 0
    ? []
    : [`SERVICES_OFF names ${name}, but ${ENGLISH.format(given)} ${given.length === 1 ? 'is' : 'are'} set: leave out one or the other.`];
}
