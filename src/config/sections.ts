import { z } from 'zod';
import { listed, pluralWord } from '../contracts/words/format.ts';
import { AI } from './ai.ts';
import { BILLING } from './billing.ts';
import { GITHUB } from './github.ts';
import { GOOGLE } from './google.ts';
import { MAIL } from './mail.ts';
import { MODE } from './mode.ts';
import { STORES } from './stores.ts';
import type { Environment, Section, Service, Variables } from './variable.ts';
import { WEB } from './web.ts';
import { WHATSAPP } from './whatsapp.ts';

const SERVICES: readonly Service[] = [WHATSAPP, GOOGLE, GITHUB, BILLING].map(({ service }) => service);
const NAMES = SERVICES.map(({ name }) => name);

const namesIn = (text: string): readonly string[] => text.split(',').flatMap((one) => one.trim() || []);

/** The services that are switched off. */
const SERVICES_OFF = {
  variables: {
    SERVICES_OFF: {
      schema: z
        .string()
        .refine((text) => namesIn(text).every((name) => NAMES.includes(name)), {
          error: `is a list of services to do without, of these: ${NAMES.join(', ')}.`,
        })
        .optional(),
      description: `production only: which services the program does without, separated by commas. ${SERVICES.map(
        ({ name, otherwise }) => `Without \`${name}\`, ${otherwise}.`,
      ).join(' ')} For each of the others its settings are required`,
      unset: 'none',
    },
  },
  faults: faultsOfServices,
} satisfies Section;

/**
 * Everything that is wrong with the settings of the services. Each entry is a sentence that begins with the name of a
 * variable.
 */
export function faultsOfServices(set: Environment): string[] {
  const isProduction = set.VOUCH_MODE === 'production';
  const off = namesIn(set.SERVICES_OFF ?? '');
  const misplaced = off.length > 0 && !isProduction;
  return [
    ...(misplaced ? ["SERVICES_OFF is for production only: in development the program's own providers stand in. Leave it out."] : []),
    ...SERVICES.flatMap((service) =>
      isProduction && off.includes(service.name) ? givenThoughOff(set, service) : lacking(set, service, isProduction),
    ),
  ];
}

function lacking(set: Environment, { name, title, needed, inProduction = [], otherwise }: Service, isProduction: boolean): string[] {
  const together = isProduction ? [...needed, ...inProduction] : needed;
  const missing = together.filter((variable) => set[variable] === undefined);
  const isNone = missing.length === together.length;
  if (missing.length === 0 || (isNone && !isProduction)) return [];
  const why = isNone ? `without them ${otherwise}` : `${listed(together)} belong together`;
  const choice = isProduction ? `To do without ${title}, name ${name} in SERVICES_OFF.` : 'Give all of them, or none.';
  return [`${listed(missing)} ${pluralWord(missing.length, 'is', 'are')} missing: ${why}. ${choice}`];
}

function givenThoughOff(set: Environment, { name, needed, inProduction = [], beside = [] }: Service): string[] {
  const given = [...needed, ...inProduction, ...beside].filter((variable) => set[variable] !== undefined);
  return given.length === 0
    ? []
    : [`SERVICES_OFF names ${name}, but ${listed(given)} ${pluralWord(given.length, 'is', 'are')} set: leave out one or the other.`];
}

/** All settings, in the order of the README. */
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

/** The variables that may contain a secret. They can be given as files instead, as `docker secret` mounts them. */
export const SECRETS: readonly string[] = entries.flatMap(([name, { secret = false }]) => (secret ? [name] : []));
