import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigRefused, readConfig } from '../../src/config/config.ts';

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

describe('servers', () => {
  test.each(['esdb://h:2113', 'esdb+discover://a:2113,b:2113?tls=true', 'kurrentdb://u:p@h:2113', 'kurrentdb+discover://h'])(
    '%s is an event store',
    (url) => {
      const servers = { eventstoreUrl: url, mongodbUrl: SERVERS.MONGODB_URL };
      expect(readConfig({ ...SERVERS, EVENTSTORE_URL: url })).toMatchObject({ role: 'both', servers });
    },
  );

  test.each(['EVENTSTORE_URL', 'MONGODB_URL'])('without %s the other is refused', (name) => {
    expect(refusalOf({ ...SERVERS, [name]: '' })).toContain('EVENTSTORE_URL and MONGODB_URL belong together');
  });

  test('need the master key that they share', () => {
    expect(refusalOf({ ...SERVERS, VOUCH_MASTER_KEY: '' })).toContain('VOUCH_MASTER_KEY is missing');
  });

  test.each(['web', 'worker'])('can be served by a %s alone; files cannot', (role) => {
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

  test.each(['VOUCH_MASTER_KEY', 'EVENTSTORE_URL', 'MONGODB_URL'] as const)('%s_FILE stands for what it holds', (name) => {
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
