/** What a line of the quick add means, in the names of the API. What is left out is not said by the line. */
export interface Meant {
  readonly title: string;
  readonly due_date?: string;
  readonly due_time?: string;
  readonly rrule?: string;
  /** Where it is left out, the rule begins today. */
  readonly start_date?: string;
  readonly tags?: readonly string[];
  readonly priority?: string;
  readonly estimate_minutes?: number;
  readonly verification_type?: string;
}
export type Sentence = readonly [line: string, meant: Meant];
