import type { Answer } from './answers.ts';

const SAID: readonly (readonly [before: string, now: string])[] = [
  ['They see numbers alone.', 'They see numbers alone, and of what they judge the title and the proof.'],
  ['shares numbers with you, not what the tasks are.', '$& Of what you judge you see the title and the proof.'],
];

/** Wherever a partner is said to see numbers alone, it is said what they see as a judge. Mails that were sent stay as they are. */
export function withWhatJudgesSee(answer: Answer): Answer {
  if (answer.path.startsWith('/dev/mailbox')) return answer;
  const before = JSON.stringify(answer.body);
  const now = SAID.reduce((body, [from, to]) => body.replaceAll(from, to), before);
  return now === before ? answer : { ...answer, body: JSON.parse(now) };
}
