import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';

/** What a thread that estimates passwords is asked. */
export interface PasswordToEstimate {
  readonly password: string;
  /** Words that are easy to guess for this person. */
  readonly words: readonly string[];
}

/** The work grows fast with the length, so only the beginning of a password is looked at. */
const LOOKED_AT = 100;
/** Safely out of reach for somebody who has stolen the hashes; 4 is the highest. */
const LEAST_SCORE = 3;
/** Readings of a password with letters in the place of signs. Each costs; the library would try 100. */
const READINGS = 5;

const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, ...english },
  graphs: adjacencyGraphs,
  translations: {
    ...translations,
    warnings: { ...translations.warnings, userInputs: 'It contains your name, your address or the name of this product.' },
  },
  maxLength: LOOKED_AT,
  l33tMaxSubstitutions: READINGS,
});

/** The program of a thread: why a password is too easy to guess, and what makes a better one. Null: it is good enough. */
export default function estimate({ password, words }: PasswordToEstimate): string | null {
  const { score, feedback } = estimator.check(password.slice(0, LOOKED_AT), [...words]);
  if (score >= LEAST_SCORE) return null;
  return ['This password is easy to guess.', feedback.warning, ...feedback.suggestions].filter(Boolean).join(' ');
}
