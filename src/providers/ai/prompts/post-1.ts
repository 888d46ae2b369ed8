import { z } from 'zod';
import type { PostMaterial } from '../../../ports/ai-help.ts';
import { plain } from '../plain.ts';
import type { Request } from '../structured.ts';
import { data1 } from './reviews-1.ts';

const MOST_CHARACTERS = 1_000;
const PLACE = /\{([a-z]+)\}/g;
/** A number in words cannot be checked against the record. */
const NUMBER_WORD =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|dozens?|half|twice|double|triple)\b/i;

/** Whether a text contains no number of its own, and at least one place for words of the record. */
export function isHonest(text: string, places: ReadonlySet<string>): boolean {
  const named = [...text.matchAll(PLACE)].map(([, place]) => place ?? '');
  const rest = text.replaceAll(PLACE, '');
  return named.length > 0 && named.every((place) => places.has(place)) && !/[{}]|\p{N}/u.test(rest) && !NUMBER_WORD.test(rest);
}

const TONES: Readonly<Record<PostMaterial['tone'], string>> = {
  plain: 'plain and matter-of-fact',
  warm: 'warm and personal, with thanks to those who helped',
  proud: 'proud, but not boastful',
};
const SUBJECTS: Readonly<Record<PostMaterial['about'], string>> = {
  week: 'the promises that they kept in seven days',
  streak: 'their streak of days on which they kept what they promised',
  task: 'one promise that they kept; the part "task" is its title',
};
const MEANINGS: Readonly<Record<string, string>> = {
  kept: 'how many promises were kept, such as "5 promises"',
  streak: 'the streak, such as "12 days"',
  period: 'the dates, such as "16 to 22 November 2026"',
  task: 'the title of the task',
};

/** Asks for a post in which the program fills in the numbers of the record. */
export function post1({ about, tone, words }: PostMaterial): Request<{ readonly text: string }> {
  const places = Object.keys(words);
  const listed = places.map((place) => `- {${place}}: ${MEANINGS[place] ?? place}`).join('\n');
  return {
    version: 'post/1',
    task: `You draft a short post in which a person tells others about ${SUBJECTS[about]}. Write two to four sentences in the first person, in a tone that is ${TONES[tone]}, without hashtags, links, names and emoji. Never write a number, in digits or in words, and no date: write a place in braces instead, which is filled in with words from the record afterwards. These places exist, and no others; use at least one of them:\n${listed}\nClaim nothing that does not follow from them.`,
    material: data1,
    schema: z
      .strictObject({ text: z.string() })
      .refine(({ text }) => isHonest(text, new Set(places)))
      .transform(({ text }) => ({ text: plain(filled(text, words), MOST_CHARACTERS) })),
  };
}

/** A text with the words in their places. */
export const filled = (text: string, words: PostMaterial['words']): string =>
  text.replaceAll(PLACE, (whole, place: string) => words[place] ?? whole);
