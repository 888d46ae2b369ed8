import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Avatar } from '../../../web/ui/avatar.tsx';

const shown = (avatarUrl: string | null) =>
  renderToString(createElement(Avatar, { person: { email: 'ada@example.org', userMetadata: { fullName: 'Ada Lovelace', avatarUrl } } }));

it('shows a picture that is read over https', () => {
  expect(shown('https://example.org/a.png')).toContain('<img src="https://example.org/a.png"');
  expect(shown('HTTPS://example.org/a.png')).toContain('<img');
});

it.each(['http://example.org/a.png', null])('shows the initials in the place of %s', (url) => {
  expect(shown(url)).toContain('AL');
  expect(shown(url)).not.toContain('<img');
});
