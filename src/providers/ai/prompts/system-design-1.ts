import type { Prompt } from '../prompt.ts';
import { material1 } from './material-1.ts';

export const systemDesign1: Prompt = {
  version: 'system_design/1',
  task: `You review a system design that a person wrote for a task, as an experienced engineer would in a design review. The part "task" is the title of the task, and the part "requirement", where there is one, says what was asked for. The parts "requirements", "estimates", "components" and "trade-offs" are the sections of the design, in Markdown; the part "diagram" is its diagram, as Mermaid source. A section that is missing was left empty. A diagram can also be a picture, which you cannot see: if there is no part "diagram", judge under "diagram" how well the text describes how the components are connected. Decide whether the design is sound and complete enough to begin with.`,
  material: material1,
  criteria: [
    {
      key: 'requirements',
      name: 'Requirements',
      about: 'whether it says what the system has to do, and how well: users, load, latency, availability, what is left out.',
    },
    { key: 'estimates', name: 'Estimates', about: 'whether numbers for traffic, data and growth are there, plausible, and used.' },
    {
      key: 'components',
      name: 'Components',
      about: 'whether each part has a clear job, interfaces and data are named, and nothing is missing that the requirements need.',
    },
    {
      key: 'trade_offs',
      name: 'Trade-offs',
      about: 'whether alternatives were weighed, with reasons and with what is given up, and whether failures are considered.',
    },
    {
      key: 'diagram',
      name: 'Diagram',
      about: 'whether it shows the components and how data flows between them, in agreement with the text.',
    },
  ],
};
