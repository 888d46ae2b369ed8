import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigRefused, readConfig } from '../../src/config/config.ts';
import { faultsOfServices } from '../../src/config/sections.ts';
import { SERVICES_OFF } from '../support/server-process.ts';

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
  ])(
    '%s that is neither is refused with one sentence that names the missing settings and how to switch it off',
    (name, given, sentence) => {
      expect(faultsOfServices(without(given))).toEqual([expect.stringContaining(sentence)]);
      expect(faultsOfServices(without(given))[0]).toContain(`name ${name} in SERVICES_OFF.`);
    },
  );

  test.each(Object.keys({ ...WHATSAPP, ...GOOGLE, ...GITHUB, ...STRIPE }))('incomplete settings without %s are refused by name', (name) => {
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
  test('no service is needed, and incomplete settings are refused', () => {
    expect(faultsOfServices({})).toEqual([]);
    expect(faultsOfServices({ STRIPE_WEBHOOK_SECRET: 'whsec' })).toEqual([]);
    expect(faultsOfServices({ GITHUB_CLIENT_ID: 'h' })).toEqual([
      'GITHUB_CLIENT_SECRET is missing: GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET belong together. Give all of them, or none.',
    ]);
  });

  test('no service can be switched off', () => {
    expect(faultsOfServices({ SERVICES_OFF: 'stripe' })).toEqual([expect.stringContaining('SERVICES_OFF is for production only')]);
  });
});

const KEY = 'ab'.repeat(32);
const SERVERS = {
  EVENTSTORE_URL: 'esdb://localhost:2113?tls=false',
  MONGODB_URL: 'mongodb://localhost:27017/vouch',
  VOUCH_MASTER_KEY: KEY,
};

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigRefused) return error.message;
    throw error;
  }
  return 'not refused';
}

describe('the settings of servers', () => {
  test.each(['esdb://h:2113', 'esdb+discover://a:2113,b:2113?tls=true', 'kurrentdb://u:p@h:2113', 'kurrentdb+discover://h'])(
    'accept %s as an event store',
    (url) => {
      const servers = { eventstoreUrl: url, mongodbUrl: SERVERS.MONGODB_URL };
      expect(readConfig({ ...SERVERS, EVENTSTORE_URL: url })).toMatchObject({ role: 'both', servers });
    },
  );

  test.each(['EVENTSTORE_URL', 'MONGODB_URL'])('are refused without %s if the other one is set', (name) => {
    expect(refusalOf({ ...SERVERS, [name]: '' })).toContain('EVENTSTORE_URL and MONGODB_URL belong together');
  });

  test('need the master key that they share', () => {
    expect(refusalOf({ ...SERVERS, VOUCH_MASTER_KEY: '' })).toContain('VOUCH_MASTER_KEY is missing');
  });

  test.each(['web', 'worker'])('allow a %s alone, which files do not', (role) => {
    expect(readConfig({ ...SERVERS, VOUCH_ROLE: role }).role).toBe(role);
    expect(refusalOf({ VOUCH_ROLE: role })).toContain(`VOUCH_ROLE is ${role}: on the files in VOUCH_DATA one process is both.`);
  });
});

describe('secrets as files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vouch-secrets-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  test.each(['VOUCH_MASTER_KEY', 'EVENTSTORE_URL', 'MONGODB_URL'] as const)('replace a setting by its content: %s_FILE', (name) => {
    const { [name]: value, ...rest } = SERVERS;
    const config = readConfig({ ...rest, [`${name}_FILE`]: file(name, `${value}\n`) });
    expect(config).toEqual(readConfig(SERVERS));
  });

  test('can hold the mail server and the WhatsApp token too', () => {
    const config = readConfig({
      SMTP_URL_FILE: file('smtp', 'smtp://u:p@mail.example.com:25'),
      WHATSAPP_TOKEN_FILE: file('token', 'secret\n'),
      WHATSAPP_PHONE_ID: '12',
    });
    expect([config.smtpUrl, config.whatsapp?.token]).toEqual(['smtp://u:p@mail.example.com:25', 'secret']);
  });

  test('are refused by name when they do not exist, are empty, or are given twice', () => {
    const path = join(folder, 'nowhere');
    expect(refusalOf({ SMTP_URL_FILE: path })).toContain(`SMTP_URL_FILE cannot be read at ${path}: ENOENT.`);
    expect(refusalOf({ SMTP_URL_FILE: file('empty', '\n') })).toContain('SMTP_URL_FILE is empty');
    expect(refusalOf({ VOUCH_MASTER_KEY: KEY, VOUCH_MASTER_KEY_FILE: file('key', KEY) })).toContain('the same thing twice');
  });

  test('are not repeated in the refusal', () => {
    expect(refusalOf({ VOUCH_MASTER_KEY_FILE: file('wrong', 'my-secret-passphrase') })).not.toContain('my-secret-passphrase');
  });
});
