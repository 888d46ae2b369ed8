/** A coding question as it was read, in the shapes of a code task (`wire-proof.md`). */
export interface CodingQuestion {
  /** At most 200 characters; null where the text has none. */
  readonly title: string | null;
  /** Markdown, at most 50,000 characters. What was read from a page holds no raw HTML, and links to http and https only. */
  readonly statement: string;
  /** At most 50, with at most 100,000 characters of inputs and outputs together. */
  readonly examples: readonly QuestionExample[];
  /** At most 50, each a line of text. */
  readonly constraints: readonly string[];
  /** Whether a function is called (`nums = [2, 7], target = 9`, answers as JSON) or a program reads and prints text. */
  readonly kind: 'function' | 'stdio';
  readonly signature: QuestionSignature | null;
}

export interface QuestionExample {
  readonly input: string;
  readonly output: string;
  readonly explanation: string | null;
}

export interface QuestionSignature {
  readonly name: string;
  /** The names of the parameters, in their order. */
  readonly parameters: readonly string[];
}

/**
 * What became of reading a page. `forbidden`: the address may never be asked for (a private network, another scheme or port, a
 * password in it), so it is refused as wrong input. `unreadable`: it may be asked for, but could not be read now (no such name, an
 * error, a time-out, rules for programs, no text). `reason` is a sentence for the person who gave the address.
 */
export type PageReading =
  | { readonly outcome: 'read'; readonly question: CodingQuestion }
  | { readonly outcome: 'forbidden' | 'unreadable'; readonly reason: string };

/** Reads coding questions from the pages of other sites, and from texts that people paste. */
export interface Pages {
  /** Asks for the page and reads it, within a bound of time. Never throws for what the page or its address is. */
  read(url: string): Promise<PageReading>;
  /** Finds title, examples, constraints and signature in a statement that a person pasted, as Markdown or text. It stays as it is. */
  readStatement(text: string): CodingQuestion;
}
