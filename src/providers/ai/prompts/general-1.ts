import type { Prompt } from '../prompt.ts';
import { material1 } from './material-1.ts';

export const general1: Prompt = {
  version: 'general/1',
  task: `You review proof that a task was done. The part "task" is the title of the task. The part "requirement", where there is one, says what was asked for as proof; without it, the title says what has to be shown. The other parts are the proof: text, links, commits, and files, with their content where it is text. Decide whether the proof shows that the task was done.`,
  material: material1,
  criteria: [
    { key: 'requirement', name: 'Requirement', about: 'whether the proof gives what was asked for, all of it.' },
    {
      key: 'evidence',
      name: 'Evidence',
      about:
        'whether there is something that can be checked, such as results, numbers, quotations, addresses or commits, and not only a claim. A commit that a connected account confirmed counts more than one that nobody could look up; one that was looked up and not confirmed counts little.',
    },
    { key: 'detail', name: 'Detail', about: 'whether it is specific to this task, so that it could not be said of any other.' },
  ],
};
