import type { PostMaterial, PostText } from '../../../ports/ai-help.ts';
import { filled } from '../prompts/post-1.ts';

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

/** A post by a template. It says about the streak what there is to say. */
export function postByTemplate({ about, tone, words }: PostMaterial): PostText {
  const more = about !== 'streak' && words.streak !== undefined ? STREAK : '';
  return { text: filled(`${BEGINNINGS[about][tone]}${more}`, words), prompt_version: 'template/1' };
}
