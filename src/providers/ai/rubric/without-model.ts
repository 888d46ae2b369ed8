import type { DesignFeedback, DesignMaterial, PostMaterial, PostText } from '../../../ports/ai-help.ts';
import type { SystemDesignSubmission } from '../../../ports/reviewer.ts';
import { filled } from '../prompts/post-1.ts';
import { reviewByRubric } from './rubric.ts';

const asSubmission = ({ title, requirement, design }: DesignMaterial): SystemDesignSubmission => ({
  kind: 'system_design',
  task: { title, requirement },
  text: null,
  links: [],
  commits: [],
  files: [],
  design,
});

/** The question if a section is empty, and the question otherwise. */
const QUESTIONS: readonly (readonly [keyof DesignMaterial['design'], string, string])[] = [
  ['requirements', 'For whom is it, and what must it do at least?', 'Which of the requirements could be left out first?'],
  [
    'estimates',
    'How many requests and how much data are there in a day?',
    'Which part breaks first when the load is ten times your estimate?',
  ],
  [
    'components',
    'Of which parts is it made, and what is the job of each?',
    'What happens to each component when the one before it does not answer?',
  ],
  ['trade_offs', 'Which other ways did you weigh, and why not those?', 'What would make you choose the alternative after all?'],
];

/** Feedback by the rubric of designs, with questions that fit any design. */
export function designFeedbackByRubric(material: DesignMaterial, why: string): DesignFeedback {
  const { verdict, score, criteria, comment, prompt_version } = reviewByRubric(asSubmission(material), why);
  const questions = QUESTIONS.map(([section, missing, there]) => ((material.design[section] ?? '').trim() === '' ? missing : there));
  return { verdict, score, criteria, comment, questions, prompt_version };
}

type Tone = PostMaterial['tone'];

const BEGINNINGS: Readonly<Record<PostMaterial['about'], Readonly<Record<Tone, string>>>> = {
  week: {
    plain: 'I kept {kept} in the week of {period}.',
    warm: 'A good week: I kept {kept} ({period}). Thank you to everyone who kept me honest.',
    proud: 'I said I would, and I did: {kept} kept in the week of {period}.',
  },
  streak: {
    plain: 'My streak stands at {streak}: {kept} kept since it began ({period}).',
    warm: '{streak} in a row of keeping what I promised ({period}). Thank you to everyone who kept me honest.',
    proud: 'I said I would, and I did, for {streak} in a row: {kept} kept ({period}).',
  },
  task: {
    plain: 'Done as promised: {task} ({period}).',
    warm: 'One promise more is kept: {task} ({period}). Thank you to everyone who kept me honest.',
    proud: 'I said I would, and I did: {task} ({period}).',
  },
};
const STREAK = ' My streak stands at {streak}.';

/** Makes a post from a template. It also mentions the streak, if there is one. */
export function postByTemplate({ about, tone, words }: PostMaterial): PostText {
  const more = about !== 'streak' && words.streak !== undefined ? STREAK : '';
  return { text: filled(`${BEGINNINGS[about][tone]}${more}`, words), prompt_version: 'template/1' };
}
