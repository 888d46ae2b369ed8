/** A system design as the form holds it. */
export interface DesignDraft {
  readonly requirements: string;
  readonly estimates: string;
  readonly components: string;
  readonly tradeOffs: string;
  readonly mermaid: string;
}
export type DesignSection = Exclude<keyof DesignDraft, 'mermaid'>;

interface Section {
  readonly key: DesignSection;
  readonly name: string;
  /** What the field asks. */
  readonly hint: string;
  /** What can be put into an empty field, to be filled in. */
  readonly template: string;
}

/** The parts of a system design, in the order in which they are read. */
export const SECTIONS: readonly Section[] = [
  {
    key: 'requirements',
    name: 'Requirements',
    hint: 'What it must do, for how many, and what it need not do.',
    template: '## Functional\n- \n\n## Not functional\n- Latency: \n- Availability: \n- Consistency: \n\n## Out of scope\n- ',
  },
  {
    key: 'estimates',
    name: 'Estimates',
    hint: 'Requests, bytes and money, with how you got there.',
    template: '- Users: \n- Requests a second (mean, peak): \n- Data a day: \n- Data after five years: \n- Cost a month: ',
  },
  {
    key: 'components',
    name: 'Components',
    hint: 'The parts, what each one owns, and how they talk.',
    template: '## Interface\n- \n\n## Storage\n- \n\n## Parts\n- \n\n## When a part fails\n- ',
  },
  {
    key: 'tradeOffs',
    name: 'Trade-offs',
    hint: 'What you chose, what else there was, and what it costs.',
    template: '| Decision | Alternative | Why, and what it costs |\n|---|---|---|\n|  |  |  |',
  },
];

const templateOf = (key: DesignSection): string => SECTIONS.find((section) => section.key === key)?.template ?? '';

/** Whether nothing was written into a part: it is empty, or as the template has it. */
export const isUnwritten = (key: keyof DesignDraft, text: string): boolean => {
  const words = text.trim();
  return words === '' || words === DESIGN_TEMPLATE[key].trim();
};

/** A design to be filled in. */
export const DESIGN_TEMPLATE: DesignDraft = {
  requirements: templateOf('requirements'),
  estimates: templateOf('estimates'),
  components: templateOf('components'),
  tradeOffs: templateOf('tradeOffs'),
  mermaid: `flowchart LR
  client[Client] --> api[API]
  api --> store[(Store)]
  api --> queue[[Queue]]
  queue --> worker[Worker]
  worker --> store`,
};
