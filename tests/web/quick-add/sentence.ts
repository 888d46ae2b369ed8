/** What a line of the quick add means, in the names of the API. What is left out is not said by the line. */
export interface Meant {
  readonly title: string;
  readonly dueDate?: string;
  readonly dueTime?: string;
  readonly rrule?: string;
  /** Where it is left out, the rule begins today. */
  readonly startDate?: string;
  readonly tags?: readonly string[];
  readonly priority?: string;
  readonly estimateMinutes?: number;
  readonly verificationType?: string;
}
export type Sentence = readonly [line: string, meant: Meant];
