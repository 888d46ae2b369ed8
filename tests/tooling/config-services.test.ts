import { describe, expect, test } from 'vitest';
import { faultsOfServices } from '../../src/config/services.ts';
import { SERVICES_OFF } from '../support/services-off.ts';

const WHATSAPP = { WHATSAPP_TOKEN: 't', WHATSAPP_PHONE_ID: '1' };
const GOOGLE = { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 's' };
const GITHUB = { GITHUB_CLIENT_ID: 'h', GITHUB_CLIENT_SECRET: 's' };
const STRIPE = { STRIPE_KEY: 'sk', STRIPE_PRICE_PRO: 'pro', STRIPE_PRICE_BYOK: 'byok', STRIPE_WEBHOOK_SECRET: 'whsec' };
const ALL = { VOUCH_MODE: 'production', ...WHATSAPP, ...GOOGLE, ...GITHUB, ...STRIPE };
const without = (given: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(ALL).filter(([name]) => !(name in given)));

describe('in production', () => {
  test('every service is set, or switched off', () => {
    expect(faultsOfServices(ALL)).toEqual([]);
    expect(faultsOfServices({ VOUCH_MODE: 'production', ...SERVICES_OFF })).toEqual([]);
    expect(faultsOfServices({ ...without(STRIPE), SERVICES_OFF: ' stripe ,' })).toEqual([]);
  });

  test.each([
    ['whatsapp', WHATSAPP, 'WHATSAPP_TOKEN and WHATSAPP_PHONE_ID are missing: without them no message reaches a WhatsApp number.'],
    [
      'google',
      GOOGLE,
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are missing: without them nobody can connect Gmail or sign in with Google.',
    ],
    ['github', GITHUB, 'GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET are missing: without them nobody can connect GitHub or sign in with it.'],
    [
      'stripe',
      STRIPE,
      'STRIPE_KEY, STRIPE_PRICE_PRO, STRIPE_PRICE_BYOK and STRIPE_WEBHOOK_SECRET are missing: without them nobody can buy a plan.',
    ],
  ])('%s that is neither is one sentence with what is missing, and with how to do without', (name, given, sentence) => {
    expect(faultsOfServices(without(given))).toEqual([expect.stringContaining(sentence)]);
    expect(faultsOfServices(without(given))[0]).toContain(`name ${name} in SERVICES_OFF.`);
  });

  test.each(Object.keys({ ...WHATSAPP, ...GOOGLE, ...GITHUB, ...STRIPE }))('a set without its %s is refused by name', (name) => {
    expect(faultsOfServices({ ...ALL, [name]: undefined })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is missing: .*belong together`)),
    ]);
  });

  test('a service that is switched off has no settings', () => {
    expect(faultsOfServices({ ...ALL, SERVICES_OFF: 'google' })).toEqual([
      'SERVICES_OFF names google, but GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are set: leave out one or the other.',
    ]);
    expect(faultsOfServices({ ...without(GITHUB), GITHUB_APP_ID: '7', SERVICES_OFF: 'github' })).toEqual([
      'SERVICES_OFF names github, but GITHUB_APP_ID is set: leave out one or the other.',
    ]);
  });
});

describe('in development', () => {
  test('nothing is needed, and a half set is refused', () => {
    expect(faultsOfServices({})).toEqual([]);
    expect(faultsOfServices({ STRIPE_WEBHOOK_SECRET: 'whsec' })).toEqual([]);
    expect(faultsOfServices({ GITHUB_CLIENT_ID: 'h' })).toEqual([
      'GITHUB_CLIENT_SECRET is missing: GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET belong together. Give all of them, or none.',
    ]);
  });

  test('nothing can be switched off', () => {
    expect(faultsOfServices({ SERVICES_OFF: 'stripe' })).toEqual([expect.stringContaining('SERVICES_OFF is for production only')]);
  });
});
