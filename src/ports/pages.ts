/** A coding question that was read from a page or a text, in the form of a code task (`wire-proof.md`). */
export interface CodingQuestion {
  /** At most 200 characters; null if the text has no title. */
  readonly title: string | null;
  /**
   * Markdown, at most 50,000 characters. If it was read from a page, it contains no raw HTML, and only links to http and
   * https.
   */
  readonly statement: string;
  /** At most 50, with at most 100,000 characters of inputs and outputs together. */
  readonly examples: readonly QuestionExample[];
  /** At most 50, one line each. */
  readonly constraints: readonly string[];
  /**
   * Whether the solution is a function that is called (`nums = [2, 7], target = 9`, results as JSON), or a program that
   * reads and prints text.
   */
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
 * The result of reading a page. `forbidden`: the program must never request this address (a private network, another
 * scheme or port, a password in it), so it is refused as wrong input. `unreadable`: the page could not be read this time
 * (no such name, an error, a time-out, rules for programs, no text). `reason` is a sentence for the person who gave the
 * address.
 */
export type PageReading =
  | { readonly outcome: 'read'; readonly question: CodingQuestion }
  | { readonly outcome: 'forbidden' | 'unreadable'; readonly reason: string };

/** Reads coding questions from pages of other sites, and from texts that people paste. */
export interface Pages {
  /** Requests the page and reads it, within a time limit. It never throws because of the page or its address. */
  read(url: string): Promise<PageReading>;
  /**
   * Finds title, examples, constraints and signature in a statement that a person pasted, as Markdown or text. The
   * statement itself does not change.
   */
  readStatement(text: string): CodingQuestion;
}
