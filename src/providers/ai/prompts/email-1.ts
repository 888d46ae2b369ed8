import type { Prompt } from '../prompt.ts';
import { material1 } from './material-1.ts';

export const email1: Prompt = {
  version: 'email/1',
  task: `You review an e-mail that a person wrote for a task, as an experienced colleague would before it is sent. The part "task" is the title of the task, and the part "requirement", where there is one, says what the e-mail has to achieve. The parts "subject" and "body" are the e-mail, and "recipients" is the number of people to whom it goes. Decide whether it is good enough to be sent and does what the task says.`,
  material: material1,
  criteria: [
    {
      key: 'clarity',
      name: 'Clarity',
      about:
        'whether a busy reader knows after one reading what it is about. The subject says it, sentences are short, nothing is ambiguous.',
    },
    {
      key: 'tone',
      name: 'Tone',
      about: 'whether it is polite and fits the occasion and the number of recipients, without blame, flattery or shouting.',
    },
    {
      key: 'request',
      name: 'Request',
      about: 'whether it says who is to do what, and by when. If it asks for nothing, whether that is clear and fits the task.',
    },
    {
      key: 'structure',
      name: 'Structure',
      about: 'whether greeting, reason, request and closing come in a good order, in short paragraphs, with the most important first.',
    },
  ],
};
