import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { filesOfTask, linksOfTask } from '../../web/todo/task-links.ts';
import { Linked } from '../../web/ui/linked.tsx';
import { TitleAddress } from '../../web/ui/title-address.tsx';
import { webLinks } from '../../web/ui/web-links.ts';
import { aSubmission, aTask, aVerification, htmlOf } from './examples.ts';

const found = (text: string): string[] => webLinks(text).map(({ from, to }) => text.slice(from, to));

describe('the web addresses in a text', () => {
  it.each([
    ['See https://example.org/a?b=1#c.', ['https://example.org/a?b=1#c']],
    ['(http://example.org/x_(y)), then', ['http://example.org/x_(y)']],
    ['HTTPS://EXAMPLE.ORG and https://bücher.example/ä', ['HTTPS://EXAMPLE.ORG', 'https://bücher.example/ä']],
    ['http://localhost:3000/todo', ['http://localhost:3000/todo']],
  ])('are found without the signs around them: %s', (text, links) => {
    expect(found(text)).toEqual(links);
  });

  it.each([
    'example.org',
    'ann@example.org',
    'mailto:ann@example.org',
    'ftp://example.org',
    '//example.org',
    'javascript:alert(1)',
    'javascript://example.org/%0aalert(1)',
    'data:text/html,<script>',
    'https://',
  ])('are only those that begin with http or https: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('are found in a long text in little time', () => {
    const start = performance.now();
    expect(found(`${'http://'.repeat(1_400)} ${'('.repeat(5_000)}`).length).toBeLessThan(2_000);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe('a text with web addresses', () => {
  it('keeps every character, and opens a link in a new tab that learns nothing', () => {
    const text = 'First <b> https://example.org/?a=1&b=2, then\nhttp://b.example!';
    const html = htmlOf(createElement(Linked, { text }));
    expect(
      html
        .replace(/<(?!&)[^>]+>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    ).toBe(text);
    expect(html.match(/<a [^>]+>/g)).toEqual([
      expect.stringContaining('href="https://example.org/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow"'),
      expect.stringContaining('href="http://b.example" target="_blank" rel="noopener noreferrer nofollow"'),
    ]);
  });
});

describe('the button beside a title', () => {
  it('opens its first web address, and is not there without one', () => {
    expect(htmlOf(createElement(TitleAddress, { title: 'Read https://www.example.org/a and https://b.example' }))).toMatch(
      /^<a [^>]*href="https:\/\/www.example.org\/a"[^>]* aria-label="Open example.org in a new tab"/,
    );
    expect(htmlOf(createElement(TitleAddress, { title: 'Read example.org' }))).toBe('');
  });
});

describe('what a task links to', () => {
  const file = (id: string, sha256: string) => ({ id, sha256, name: `${id}.png` }) as ReturnType<typeof filesOfTask>[number];
  const task = aTask({ title: 'Read https://a.example', description: 'https://b.example/x and https://A.example/', skipReason: null });
  const proofs = aVerification({
    submissions: [
      aSubmission({ text: 'See https://c.example.', links: ['https://b.example/x'], files: [file('one', 'x'), file('two', 'y')] }),
      aSubmission({ files: [file('three', 'x')] }),
    ],
  });

  it('is each link of its texts and proofs, once', () => {
    expect(linksOfTask(task, proofs)).toEqual(['https://a.example/', 'https://b.example/x', 'https://c.example/']);
    expect(linksOfTask(aTask({ title: 'Nothing' }), null)).toEqual([]);
  });

  it('is each file of its proofs, once', () => {
    expect(filesOfTask(proofs).map(({ sha256 }) => sha256)).toEqual(['x', 'y']);
    expect(filesOfTask(null)).toEqual([]);
  });
});
