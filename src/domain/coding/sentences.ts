import type { CODE_LANGUAGES } from './event-data.ts';

const NAMES: Readonly<Record<(typeof CODE_LANGUAGES)[number], string>> = {
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  python: 'Python',
};

interface Attempted {
  readonly language: (typeof CODE_LANGUAGES)[number];
  readonly passed: number;
  readonly total: number;
}

export function attemptSentence({ language, passed, total }: Attempted): string {
  if (total === 0) return `${NAMES[language]}; there were no examples to run it on.`;
  if (passed === total) return `${NAMES[language]}; ${total === 1 ? 'the only example' : `all ${total} examples`} passed.`;
  return `${NAMES[language]}; ${passed} of ${total} examples passed.`;
}
