/** The name of the function where the statement of a question names none. Code may then give it another name, if it is the only one. */
export const UNNAMED = 'solution';

const IDENTIFIER = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const DECLARED = new RegExp(String.raw`\b(?:function\b[\s*]*|(?:const|let|var)\s+)(${IDENTIFIER})`, 'gu');
const KEYWORDS = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private protected public return static super switch ' +
    'this throw true try typeof var void while with yield'
  ).split(' '),
);
const MOST = 1_000;

/**
 * Names that code in JavaScript may declare as functions. Some of them may stand in a comment, in a text, or within a function: only
 * the code itself, when it has run, knows which of them are functions that can be called.
 */
export function namesDeclaredIn(code: string): readonly string[] {
  const names = new Set<string>();
  for (const [, name = ''] of code.matchAll(DECLARED)) {
    if (names.size === MOST) break;
    if (!KEYWORDS.has(name)) names.add(name);
  }
  return [...names];
}
