import { describe, expect, test } from 'vitest';
import { aiKey, aiUsage } from '../../src/contracts/ai.ts';
import { problem } from '../../src/contracts/refusals.ts';
import * as double from '../servers/openai.ts';
import { aiServerForFile } from '../support/ai.ts';

const of = aiServerForFile();
const { behaves, newTask } = of;
const usage = async (query = '') => aiUsage.strict().parse(await of.usage(query));
const SECRET = 'sk-own-0123456789abcd';

describe('GET /api/premium/ai-usage', () => {
  test('gives the allowance of Free, whose key is used, the month, and when it is renewed', async () => {
    expect(await usage()).toEqual({
      period: { from: '2026-11-01', to: '2026-11-30' },
      plan: 'free',
      key: 'operator',
      mini: { used: 0, limit: 20 },
      premium: { used: 0, limit: 0 },
      modules: ['email', 'coding', 'system_design', 'general', 'assist'].map((module) => ({ module, mini: 0, premium: 0 })),
      renews_at: '2026-11-30T23:00:00.000Z',
    });
  });

  test('counts uses by module, and lists the requested module', async () => {
    behaves(double.answer({ parts: [{ title: 'List the folders', minutes: 10, reason: 'First.' }] }));
    await of.ada.post('/api/ai/assist', { kind: 'split', task_id: await newTask() });
    expect(await usage('?module=assist')).toMatchObject({ mini: { used: 1 }, modules: [{ module: 'assist', mini: 1, premium: 0 }] });
    expect((await usage('?module=email')).modules).toEqual([{ module: 'email', mini: 0, premium: 0 }]);
    // what is left of the allowance is the same whichever module is asked for
    const { modules: _, ...whole } = await usage();
    expect(await usage('?module=email')).toMatchObject({ ...whole, mini: { used: 1, limit: 20 } });
    expect((await of.ada.get('/api/premium/ai-usage?module=poems')).status).toBe(422);
  });
});

describe("the owner's key", () => {
  test('is stored after one cheap call, shown masked, used, and removed', async () => {
    const none = await of.ada.get('/api/settings/ai');
    expect(none.body).toEqual({ key: null, url: null, model: null, checked_at: null });
    behaves(double.answer('OK'));
    const put = await of.ada.put('/api/settings/ai', { key: ` ${SECRET} `, url: `${of.ai.url}/`, model: 'own/model' });
    expect([put.status, aiKey.strict().parse(put.body)]).toEqual([
      200,
      { key: 'sk-…abcd', url: of.ai.url, model: 'own/model', checked_at: expect.any(String) },
    ]);
    expect(of.ai.requests.at(-1)).toMatchObject({
      headers: { authorization: `Bearer ${SECRET}` },
      body: { model: 'own/model', max_tokens: 16 },
    });
    expect((await of.ada.get('/api/settings/ai')).body).toEqual(put.body);
    expect(await usage()).toMatchObject({ key: 'own', mini: { limit: 20 } });
    behaves(double.answer({ parts: [{ title: 'List the folders', minutes: 10, reason: 'First.' }] }));
    expect((await of.ada.post('/api/ai/assist', { kind: 'split', task_id: await newTask() })).body).toMatchObject({
      model: 'own/model',
      used: 1,
    });
    expect(of.ai.requests.at(-1)?.headers.authorization).toBe(`Bearer ${SECRET}`);
    const stale = { 'if-match': none.headers.get('etag') ?? '' };
    expect((await of.ada.send('DELETE', '/api/settings/ai', undefined, stale)).status).toBe(412);
    expect((await of.ada.delete('/api/settings/ai')).status).toBe(204);
    expect((await of.ada.get('/api/settings/ai')).body.key).toBeNull();
    expect((await usage()).key).toBe('operator');
  });

  test('is refused on `key` with the reason of the service, without repeating the key', async () => {
    behaves(double.fail(401));
    const { status, body } = await of.ada.put('/api/settings/ai', { key: SECRET });
    expect([status, Object.keys(problem.parse(body).errors ?? {})]).toEqual([422, ['key']]);
    expect(JSON.stringify(body)).not.toContain(SECRET);
    expect((await of.ada.get('/api/settings/ai')).body.key).toBeNull();
  });

  test('is not stored if the service does not answer', async () => {
    behaves(double.fail(500));
    expect(await of.ada.put('/api/settings/ai', { key: SECRET })).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    behaves(double.hangUp);
    expect((await of.ada.put('/api/settings/ai', { key: SECRET, url: of.ai.url })).body.errors).toHaveProperty('url');
  });

  test('is not counted in the plan BYOK', async () => {
    of.plans.set(of.me, 'byok');
    expect(await usage()).toMatchObject({ plan: 'byok', key: 'operator', mini: { limit: 20 } });
    behaves(double.answer('OK'));
    await of.ada.put('/api/settings/ai', { key: SECRET });
    expect(await usage()).toMatchObject({ key: 'own', mini: { used: 0, limit: null } });
  });

  test.each([
    [{}, 'key'],
    [{ key: '' }, 'key'],
    [{ key: 'a b' }, 'key'],
    [{ key: SECRET, url: 'file:///etc/passwd' }, 'url'],
    [{ key: SECRET, url: 'https://me:pass@ai.example/v1' }, 'url'],
    [{ key: SECRET, url: 'https://ai.example/v1?a=1' }, 'url'],
    [{ key: SECRET, model: 'a b' }, 'model'],
  ])('as %j is refused on the field %s', async (body, field) => {
    expect((await of.ada.put('/api/settings/ai', body)).body.errors).toHaveProperty(field);
  });

  test('is deleted with its account', async () => {
    behaves(double.answer('OK'));
    await of.ada.put('/api/settings/ai', { key: SECRET });
    const owner = of.me;
    expect(await of.server.app.aiKeys.aiKey(owner)).not.toBeNull();
    await of.server.app.secretsUpkeep.forget(owner);
    expect(await of.server.app.aiKeys.aiKey(owner)).toBeNull();
  });
});
