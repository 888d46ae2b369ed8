import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { signInAddress } from '../../../web/api/session.ts';
import { ProviderLinks } from '../../../web/ui/provider-links.tsx';
import { ProviderRefusal } from '../../../web/ui/provider-refusal.tsx';

const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to);

test('the links lead to every provider, or to the one that is meant, with what the return is for', () => {
  const address = (platform: 'google' | 'github') => signInAddress(platform, { for: 'password' });
  expect(linksOf(renderToString(createElement(ProviderLinks, { address })))).toEqual([
    '/api/auth/oauth/google?for=password',
    '/api/auth/oauth/github?for=password',
  ]);
  const one = renderToString(createElement(ProviderLinks, { address, platform: 'github' }));
  expect(linksOf(one)).toEqual(['/api/auth/oauth/github?for=password']);
  expect(one.replaceAll('<!-- -->', '')).toContain('Continue with GitHub');
  expect(signInAddress('google', { timezone: 'Europe/Berlin' })).toBe('/api/auth/oauth/google?timezone=Europe%2FBerlin');
  expect(signInAddress('google', { timezone: '' })).toBe('/api/auth/oauth/google');
});

test('what a provider said is shown as text, and at most 300 characters of it', () => {
  const shown = (message: string) => renderToString(createElement(ProviderRefusal, { message }));
  expect(shown('<a href="https://evil.example">here</a>')).not.toContain('<a');
  expect(shown('ä😀'.repeat(200)).match(/😀/gu)).toHaveLength(150);
  expect(shown('Denied.')).toMatch(/role="alert"/);
});
