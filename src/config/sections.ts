import { AI } from './ai.ts';
import { BILLING } from './billing.ts';
import { GITHUB } from './github.ts';
import { GOOGLE } from './google.ts';
import { MAIL } from './mail.ts';
import { MODE } from './mode.ts';
import { SERVICES_OFF } from './services.ts';
import { STORES } from './stores.ts';
import type { Section, Variables } from './variable.ts';
import { WEB } from './web.ts';
import { WHATSAPP } from './whatsapp.ts';

/** Everything that can be set, in the order in which the README names it. */
export const SECTIONS: readonly Section[] = [MODE, WEB, STORES, MAIL, WHATSAPP, GOOGLE, GITHUB, BILLING, AI, SERVICES_OFF];

/** All variables, by name. */
export const VARIABLES = {
  ...MODE.variables,
  ...WEB.variables,
  ...STORES.variables,
  ...MAIL.variables,
  ...WHATSAPP.variables,
  ...GOOGLE.variables,
  ...GITHUB.variables,
  ...BILLING.variables,
  ...AI.variables,
  ...SERVICES_OFF.variables,
} satisfies Variables;

const entries: readonly [name: string, variable: Variables[string]][] = Object.entries(VARIABLES);

/** The variables that may hold a secret. They can be given as files instead, as `docker secret` mounts them. */
export const SECRETS: readonly string[] = entries.flatMap(([name, { secret = false }]) => (secret ? [name] : []));
