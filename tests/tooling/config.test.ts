import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigRefused, readConfig } from '../../src/config/config.ts';
import { SERVICES_OFF } from '../support/server-process.ts';

const KEY = 'ab'.repeat(32);
const PRODUCTION = {
  VOUCH_MODE: 'production',
  PUBLIC_URL: 'https://vouch.example.com',
  VOUCH_MASTER_KEY: KEY,
  SMTP_URL: 'smtps://user:secret@mail.example.com:465',
  MAIL_FROM: 'Vouch <vouch@example.com>',
  ...SERVICES_OFF,
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

describe('configuration', () => {
  test('needs no settings in development', () => {
    expect(readConfig({})).toEqual({
      mode: 'development',
      host: '127.0.0.1',
      answersBytes: 16 * 1_024 * 1_024,
      port: 3000,
      readModelThreads: availableParallelism() > 1 ? 2 : 0,
      operationsPort: null,
      trustedProxies: [],
      role: 'both',
      servers: null,
      data: resolve('data'),
      publicUrl: null,
      masterKey: null,
      oldMasterKey: null,
      newMasterKey: null,
      acceptShorterLog: false,
      smtpUrl: null,
      smtpInsecure: false,
      mailFrom: 'Vouch <vouch@localhost>',
      whatsapp: null,
      billing: {
        stripe: null,
        webhookSecret: null,
        operatorEmail: 'operator@localhost',
      },
      ai: {
        url: 'https://openrouter.ai/api/v1',
        key: null,
        modelMini: 'openai/gpt-4o-mini',
        modelPremium: 'openai/gpt-4o',
        timeoutMs: 60_000,
      },
      oauth: { google: null, github: null },
      integrations: { githubApp: null, githubWebhookSecret: null, gmailUrl: 'https://gmail.googleapis.com' },
      clock: null,
    });
  });

  test('reads the WhatsApp account, both parts or neither', () => {
    const account = { WHATSAPP_TOKEN: 'secret', WHATSAPP_PHONE_ID: '1234567890' };
    expect(readConfig(account).whatsapp).toEqual({ token: 'secret', phoneId: '1234567890', url: null, template: null });
    const more = { ...account, WHATSAPP_API_URL: 'http://127.0.0.1:9/v1/', WHATSAPP_TEMPLATE: 'vouch_note:de' };
    expect(readConfig(more).whatsapp).toMatchObject({ url: 'http://127.0.0.1:9/v1', template: { name: 'vouch_note', language: 'de' } });
    expect(refusalOf({ WHATSAPP_TOKEN: 'secret' })).toContain('WHATSAPP_TOKEN and WHATSAPP_PHONE_ID belong together');
    expect(refusalOf({ ...account, WHATSAPP_PHONE_ID: '12 34' })).toContain('WHATSAPP_PHONE_ID');
  });

  test('reads what GitHub and Gmail are used for', () => {
    const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} RSA PRIVATE KEY-----`);
    const app = { GITHUB_APP_ID: '77', GITHUB_APP_KEY: `${begin}\\nMIIB\\n${end}` };
    const set = { ...app, GITHUB_WEBHOOK_SECRET: 'sixteen or longer'.replaceAll(' ', '-'), GMAIL_URL: 'http://127.0.0.1:9/' };
    expect(readConfig(set).integrations).toEqual({
      githubApp: { id: '77', key: `${begin}\nMIIB\n${end}` },
      githubWebhookSecret: 'sixteen-or-longer',
      gmailUrl: 'http://127.0.0.1:9',
    });
    expect(refusalOf({ GITHUB_APP_ID: '77' })).toContain('GITHUB_APP_ID and GITHUB_APP_KEY belong together');
    expect(refusalOf({ ...app, GITHUB_APP_KEY: 'MIIB' })).toContain('GITHUB_APP_KEY is the private key');
    expect(refusalOf({ GITHUB_WEBHOOK_SECRET: 'short' })).toContain('GITHUB_WEBHOOK_SECRET');
  });

  test('reads the settings of the AI', () => {
    const set = {
      AI_URL: 'http://127.0.0.1:11434/v1/',
      AI_KEY: 'sk-1',
      AI_MODEL_MINI: 'a',
      AI_MODEL_PREMIUM: 'b/c:d',
      AI_TIMEOUT_MS: '500',
    };
    const ai = { url: 'http://127.0.0.1:11434/v1', key: 'sk-1', modelMini: 'a', modelPremium: 'b/c:d', timeoutMs: 500 };
    expect(readConfig(set).ai).toEqual(ai);
    expect(readConfig({ ...PRODUCTION, ...set }).ai).toEqual(ai);
  });

  test('reads the providers with which owners connect, id and secret or neither', () => {
    const set = { GOOGLE_CLIENT_ID: 'g-1', GOOGLE_CLIENT_SECRET: 'g-s', GITHUB_CLIENT_ID: 'h-1', GITHUB_CLIENT_SECRET: 'h-s' };
    const google = { id: 'g-1', secret: 'g-s', url: 'https://accounts.google.com' };
    const github = { id: 'h-1', secret: 'h-s', url: 'https://github.com', apiUrl: 'https://api.github.com' };
    expect(readConfig(set).oauth).toEqual({ google, github });
    const elsewhere = {
      GOOGLE_URL: 'http://127.0.0.1:9/google/',
      GITHUB_URL: 'http://127.0.0.1:9',
      GITHUB_API_URL: 'http://127.0.0.1:9/api/v3/',
    };
    const others = { SERVICES_OFF: 'whatsapp,stripe' };
    expect(readConfig({ ...PRODUCTION, ...set, ...elsewhere, ...others }).oauth).toMatchObject({
      google: { url: 'http://127.0.0.1:9/google' },
      github: { url: 'http://127.0.0.1:9', apiUrl: 'http://127.0.0.1:9/api/v3' },
    });
    expect(readConfig(PRODUCTION).oauth).toEqual({ google: null, github: null });
    expect(refusalOf({ GITHUB_CLIENT_ID: 'h-1' })).toContain('GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET belong together');
    expect(refusalOf({ GOOGLE_URL: 'accounts.google.com' })).toContain('GOOGLE_URL is an address such as https://accounts.google.com.');
    expect(refusalOf({ ...PRODUCTION, GOOGLE_URL: 'http://accounts.example' })).toMatch(/GOOGLE_URL begins with http: /);
  });

  test('accepts the address of a service without a user, a query and a fragment', () => {
    for (const name of ['AI_URL', 'GOOGLE_URL', 'GITHUB_API_URL', 'GMAIL_URL', 'WHATSAPP_API_URL'])
      for (const address of ['https://a:b@example.com', 'https://example.com/v1?key=1', 'https://example.com/#v1'])
        expect(refusalOf({ [name]: address })).toContain(`${name} is an address without a user, a query and a fragment`);
    expect(refusalOf({ STRIPE_URL: 'https://example.com/v1' })).toContain('STRIPE_URL is an address without a user, a path and a query');
  });

  test('allows an unencrypted AI beyond this machine only if the operator asks for it', () => {
    const set = { ...PRODUCTION, AI_URL: 'http://models.internal/v1' };
    expect(refusalOf(set)).toMatch(/AI_URL begins with http: .*AI_INSECURE=1/);
    expect(readConfig({ ...set, AI_INSECURE: '1' }).ai.url).toBe('http://models.internal/v1');
    expect(readConfig({ AI_URL: set.AI_URL }).ai.url).toBe(set.AI_URL);
  });

  test('reads everything that production needs', () => {
    const config = readConfig(PRODUCTION);
    expect(config.masterKey).toEqual(new Uint8Array(32).fill(0xab));
    expect(config.publicUrl).toBe('https://vouch.example.com');
  });

  test('reads the keys between which the master key is changed', () => {
    const [old, next] = ['01'.repeat(32), '02'.repeat(32)];
    const config = readConfig({ ...PRODUCTION, VOUCH_OLD_MASTER_KEY: old, VOUCH_NEW_MASTER_KEY: next });
    expect([config.oldMasterKey, config.newMasterKey]).toEqual([new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]);
    expect(refusalOf({ VOUCH_OLD_MASTER_KEY: old })).toContain('VOUCH_OLD_MASTER_KEY belongs to VOUCH_MASTER_KEY: give the new key there.');
    expect(refusalOf({ VOUCH_NEW_MASTER_KEY: 'short' })).toContain('VOUCH_NEW_MASTER_KEY is 32 bytes');
  });

  test.each(['PUBLIC_URL', 'VOUCH_MASTER_KEY', 'SMTP_URL', 'MAIL_FROM'])('refuses a missing %s in production by name', (name) => {
    expect(refusalOf({ ...PRODUCTION, [name]: '' })).toContain(`${name} is missing`);
  });

  test('refuses a clock that can be set in production', () => {
    expect(refusalOf({ ...PRODUCTION, VOUCH_CLOCK: '2026-11-20T16:00:00Z' })).toContain('VOUCH_CLOCK');
  });

  test.each(['http://vouch.example.com', 'http://10.0.0.7:3000', 'http://127.0.0.1.example.com', 'http://[::2]'])(
    'refuses PUBLIC_URL=%s in production, because links and cookies would be sent unencrypted',
    (url) => {
      expect(refusalOf({ ...PRODUCTION, PUBLIC_URL: url })).toMatch(/PUBLIC_URL begins with http: .*https/);
      expect(readConfig({ PUBLIC_URL: url }).publicUrl).toBe(url);
    },
  );

  test.each(['http://127.0.0.1:3000', 'http://localhost:3000', 'http://vouch.localhost', 'http://[::1]:3000', 'https://vouch.example.com'])(
    'accepts PUBLIC_URL=%s in production',
    (url) => {
      expect(readConfig({ ...PRODUCTION, PUBLIC_URL: url }).publicUrl).toBe(url);
    },
  );

  test('allows unencrypted mail only if the operator asks for it', () => {
    expect(readConfig(PRODUCTION).smtpInsecure).toBe(false);
    expect(readConfig({ ...PRODUCTION, SMTP_INSECURE: '0' }).smtpInsecure).toBe(false);
    expect(readConfig({ ...PRODUCTION, SMTP_INSECURE: '1' }).smtpInsecure).toBe(true);
    expect(refusalOf({ ...PRODUCTION, SMTP_INSECURE: 'yes' })).toContain('SMTP_INSECURE');
  });

  test.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['OPERATIONS_PORT', '70000'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, somewhere'],
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
    ['VOUCH_MODE', 'staging'],
    ['HOST', 'two words'],
    ['PUBLIC_URL', 'vouch.example.com'],
    ['PUBLIC_URL', 'https://vouch.example.com/app'],
    ['VOUCH_MASTER_KEY', 'short'],
    ['VOUCH_MASTER_KEY', '0'.repeat(64)],
    ['VOUCH_MASTER_KEY', Buffer.alloc(32).toString('base64')],
    ['VOUCH_MASTER_KEY', 'F'.repeat(64)],
    ['VOUCH_MASTER_KEY', Buffer.from('0'.repeat(32)).toString('base64')],
    ['SMTP_URL', 'https://mail.example.com'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@b.c\r\nBcc: x@y.z'],
    ['MAIL_FROM', 'Vouch <=?x?q?=41=42?=@b.example>'],
    ['MAIL_FROM', 'Vouch <a@b.example, c@d.example>'],
    ['VOUCH_CLOCK', 'tomorrow'],
    ['VOUCH_CLOCK', '2026-02-30T00:00:00Z'],
    ['VOUCH_ROLE', 'boss'],
    ['AI_URL', 'openrouter.ai'],
    ['AI_URL', 'https://user:sk@openrouter.ai/api/v1'],
    ['AI_URL', 'https://openrouter.ai/api/v1?key=sk'],
    ['AI_KEY', 'two words'],
    ['AI_MODEL_MINI', 'two words'],
    ['AI_TIMEOUT_MS', '1 minute'],
    ['AI_TIMEOUT_MS', '700000'],
    ['AI_INSECURE', 'yes'],
    ['EVENTSTORE_URL', 'http://localhost:2113'],
    ['MONGODB_URL', 'localhost:27017'],
    ['STRIPE_URL', 'https://api.stripe.com/v1'],
    ['STRIPE_KEY', 'a key'],
    ['STRIPE_PRICE_PRO', 'price 1'],
    ['STRIPE_WEBHOOK_SECRET', 'short'],
    ['OPERATOR_EMAIL', 'nobody'],
    ['OPERATOR_EMAIL', '=?x?q?=41=42?=@b.example'],
  ])('refuses %s=%j by name', (name, value) => {
    expect(refusalOf({ [name]: value })).toContain(name);
  });

  test('refuses to switch off an unknown service', () => {
    const refusal = refusalOf({ ...PRODUCTION, SERVICES_OFF: `${PRODUCTION.SERVICES_OFF},mail` });
    expect(refusal).toContain('SERVICES_OFF is a list of services to do without, of these: whatsapp, google, github, stripe.');
  });

  const STRIPE = { STRIPE_KEY: 'sk_test_1', STRIPE_PRICE_PRO: 'price_pro', STRIPE_PRICE_BYOK: 'price_byok' };

  test('accepts the settings of Stripe all or not at all, and names what is missing', () => {
    const sold = { ...PRODUCTION, ...STRIPE, SERVICES_OFF: 'whatsapp,google,github' };
    const { billing } = readConfig({ ...sold, STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef' });
    expect(billing).toEqual({
      stripe: { key: 'sk_test_1', url: 'https://api.stripe.com', prices: { pro: 'price_pro', byok: 'price_byok' } },
      webhookSecret: 'whsec_0123456789abcdef',
      operatorEmail: 'vouch@example.com',
    });
    expect(readConfig(PRODUCTION).billing.stripe).toBeNull();
    for (const name of Object.keys(STRIPE)) expect(refusalOf({ ...STRIPE, [name]: '' })).toContain(`${name} is missing`);
    expect(refusalOf(sold)).toContain('STRIPE_WEBHOOK_SECRET is missing');
    expect(refusalOf({ ...PRODUCTION, STRIPE_URL: 'http://stripe.example' })).toContain('STRIPE_URL begins with http');
  });

  test('reports all faults at once', () => {
    const refusal = refusalOf({ VOUCH_MODE: 'production', PORT: 'x' });
    for (const name of ['PORT', 'PUBLIC_URL', 'VOUCH_MASTER_KEY', 'SMTP_URL', 'MAIL_FROM']) expect(refusal).toContain(name);
  });

  test('does not repeat a secret that it refuses', () => {
    expect(refusalOf({ VOUCH_MASTER_KEY: 'my-secret-passphrase' })).not.toContain('my-secret-passphrase');
  });
});
