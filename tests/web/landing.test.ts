import { globSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { describe, expect, it, test } from 'vitest';
import { FEATURES, SAMPLE_DAY, STEPS, TESTIMONIALS, WALK } from '../../web/content/landing.ts';
import { type DemoRow, nextOf, sumOf, withMark } from '../../web/landing/demo.tsx';
import { Landing } from '../../web/landing/landing.tsx';
import { linksOf, textsOf } from './examples.ts';

const press = (rows: readonly DemoRow[], id: string): DemoRow[] => {
  const row = rows.find((one) => one.id === id);
  const next = row && nextOf(row);
  return next ? withMark(rows, id, next.to) : [...rows];
};

describe('the sample day', () => {
  it('changes a task without proof to completed and back', () => {
    const done = press(SAMPLE_DAY, 'book');
    expect(done.find((row) => row.id === 'book')?.mark).toBe('completed');
    expect(press(done, 'book')).toEqual(SAMPLE_DAY);
  });

  it('changes a task with proof to in review, where only the partner decides', () => {
    const review = press(press(SAMPLE_DAY, 'post'), 'post');
    expect(review.find((row) => row.id === 'post')?.mark).toBe('in_review');
    expect(press(review, 'post')).toEqual(review);
  });

  it('counts a miss that is done late as a miss', () => {
    expect(sumOf(press(SAMPLE_DAY, 'cert')).missed).toBe(sumOf(SAMPLE_DAY).missed);
  });

  it('is closed only when no task is open, waiting or in review', () => {
    expect(sumOf(SAMPLE_DAY).closed).toBe(false);
    const proven = withMark(SAMPLE_DAY, 'post', 'verified');
    expect(sumOf(proven).closed).toBe(false);
    expect(sumOf(press(proven, 'book'))).toEqual({ kept: 4, missed: 1, open: 0, closed: true });
    expect(sumOf(press(withMark(SAMPLE_DAY, 'post', 'in_review'), 'book')).closed).toBe(false);
  });
});

const landing = createElement(Landing);

test('the landing page has the texts of the specification', () => {
  expect(textsOf(landing)).toEqual(
    expect.arrayContaining([
      'Your Success,',
      'Verified',
      'Start Free Trial',
      'Watch Demo',
      'No credit card required',
      '14-day free trial',
      'Cancel anytime',
      'Your Success, Verified',
      'Product',
      'Company',
      'Resources',
      'Legal',
    ]),
  );
});

test('the landing page has the claims of the specification', () => {
  const texts = textsOf(landing);
  const claims = [
    ['developers', '10,000+'],
    ['tasks completed', '500K+'],
    ['productivity increase', '65%'],
    ['success rate', '94%'],
  ];
  expect(claims.map(([what = '']) => [what, texts[texts.indexOf(what) + 1]])).toEqual(claims);
});

test('the figures of the landing page are marked as samples', () => {
  const texts = textsOf(landing);
  const at = texts.indexOf('94%');
  expect(texts.slice(at + 1, at + 3)).toEqual(['Samples', 'Invented to show the place. Nobody has counted them.']);
});

test('every step of the demo has its pictures, in both themes, for a desk and for a phone', () => {
  const files = globSync('*.avif', { cwd: join(import.meta.dirname, '../../web/landing/walk-pictures') });
  const needed = WALK.flatMap(({ picture }) =>
    ['desk', 'phone'].flatMap((size) => ['light', 'dark'].map((theme) => `${picture}-${size}-${theme}.avif`)),
  );
  expect(files.sort()).toEqual(needed.sort());
});

test('the links of the landing page lead to its parts, to the forms to sign up and in, and to the legal pages', () => {
  expect(linksOf(landing)).toEqual(
    expect.arrayContaining([
      'Features #features',
      'How it works #how-it-works',
      'Pricing #pricing',
      'About #about',
      'Sign In /auth',
      'Get Started /auth',
      'Start Free Trial /auth',
      'Privacy /privacy',
      'Terms /terms',
      'Security /security',
      'Verify a report /verify-a-report',
    ]),
  );
});

test('the landing page shows six features, four steps, and three testimonials that are marked as samples', () => {
  expect(FEATURES.map(({ title }) => title)).toEqual([
    'AI-assisted task prioritisation and deadline tracking',
    'Proof-of-completion verification',
    'Accountability partners',
    'Procrastination analytics',
    'Time boxing with a focus timer',
    'Progress analytics',
  ]);
  expect(STEPS.map(({ title }) => title)).toEqual(['Set goals', 'Work and track', 'Submit proof', 'Get insights']);
  expect(TESTIMONIALS.quotes).toHaveLength(3);
  const shown = [...FEATURES, ...STEPS].map(({ title }) => title);
  expect(textsOf(landing)).toEqual(expect.arrayContaining([...shown, ...TESTIMONIALS.quotes.map(({ text }) => text), 'Samples']));
});
