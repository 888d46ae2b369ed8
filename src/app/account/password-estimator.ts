import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';

export interface PasswordToEstimate {
  readonly password: string;
  readonly words: readonly string[];
}

/** The work grows fast with the length, so only the beginning of a password is checked. */
const LOOKED_AT = 100;
/** Somebody who has stolen the hashes cannot guess a password with this score. The highest score is 4. */
const LEAST_SCORE = 3;
/** Variants of a password in which signs are read as letters. Each takes time; the library would try 100. */
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

/** The program of the worker thread. Returns why a password is too easy to guess, and advice for a better one. Null: it is good enough. */
export default function estimate({ password, words }: PasswordToEstimate): string | null {
  const { score, feedback } = estimator.check(password.slice(0, LOOKED_AT), [...words]);
  if (score >= LEAST_SCORE) return null;
  return ['This password is easy to guess.', feedback.warning, ...feedback.suggestions].filter(Boolean).join(' ');
}
