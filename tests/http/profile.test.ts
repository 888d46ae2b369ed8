import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profile } from '../../src/contracts/account.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
beforeAll(async () => {
  server = await startTestServer();
  ada = await member(server);
});
afterAll(() => server.dispose());

describe('the profile', () => {
  it('is changed field by field; the address is read only', async () => {
    const { body } = await ada.get('/api/settings/profile');
    expect(profile.strict().parse(body)).toEqual({
      full_name: 'Ada Ode',
      email: 'ada@example.org',
      timezone: 'Europe/Berlin',
      avatar_url: null,
    });
    const changed = await ada.put('/api/settings/profile', {
      email: 'ada@example.org',
      timezone: 'Asia/Tokyo',
      avatar_url: 'https://example.org/a.png',
    });
    expect(changed.body).toEqual({ ...body, timezone: 'Asia/Tokyo', avatar_url: 'https://example.org/a.png' });
    expect((await ada.get('/api/auth/user')).body.user).toMatchObject({
      timezone: 'Asia/Tokyo',
      user_metadata: { avatar_url: 'https://example.org/a.png' },
    });
    const refused = await ada.put('/api/settings/profile', {
      email: 'new@example.org',
      timezone: 'GMT+2',
      avatar_url: 'javascript:alert(1)',
    });
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, ['avatar_url', 'email', 'timezone']]);
    await ada.put('/api/settings/profile', { timezone: 'Europe/Berlin', avatar_url: null });
    expect((await ada.get('/api/settings/profile')).body).toEqual(body);
  });
});
