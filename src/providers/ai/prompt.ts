/** The text around the material, the same for all kinds of submissions. */
export interface MaterialRules {
  /** The part of the system's message that says how to treat the material. */
  readonly system: string;
  before(marker: string): string;
  readonly after: string;
  /** Added to the user's message after an answer in a wrong format. */
  readonly again: string;
}

/**
 * A prompt for one kind of submission. It never changes: a changed text is a new file with a new version, because each
 * review names the version that it was made with.
 */
export interface Prompt {
  /** Such as `general/1`. */
  readonly version: string;
  /** The beginning of the system's message. */
  readonly task: string;
  readonly material: MaterialRules;
  /** The criteria, in the order in which they are shown. */
  readonly criteria: readonly PromptCriterion[];
}

export interface PromptCriterion {
  /** Its name in the answer of a model. */
  readonly key: string;
  /** Its name as people read it. */
  readonly name: string;
  /** What a model is told about it. */
  readonly about: string;
}

/** The system's message. It contains nothing of what was submitted. */
export function systemMessage({ task, criteria, material }: Prompt): string {
  const scored = criteria.map(({ key, about }) => `- ${key}: ${about}`).join('\n');
  return `${task}\n\nScore each of these criteria from 0 to 100, and say in one or two sentences why:\n${scored}\n\n${material.system}`;
}
