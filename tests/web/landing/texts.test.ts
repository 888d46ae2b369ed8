import { createElement } from 'react';
import { expect, test } from 'vitest';
import { FEATURES, STEPS, TESTIMONIALS } from '../../../web/content/landing.ts';
import { Landing } from '../../../web/landing/landing.tsx';
import { linksOf, textsOf } from '../render-screen.ts';

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

test('it claims what the specification claims', () => {
  const texts = textsOf(landing);
  const claims = [
    ['developers', '10,000+'],
    ['tasks completed', '500K+'],
    ['productivity increase', '65%'],
    ['success rate', '94%'],
  ];
  expect(claims.map(([what = '']) => [what, texts[texts.indexOf(what) + 1]])).toEqual(claims);
});

test('its links lead to its parts, to the form to sign up and in, and to the legal pages', () => {
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
    ]),
  );
});

test('it shows six features, four steps, and three testimonials that are marked as samples', () => {
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
