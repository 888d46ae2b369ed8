/**
 * The name of the function if the statement of a question names none. Then the code may use another name, if it has only
 * one function.
 */
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
 * Names that JavaScript code may declare as functions. The search also finds names in comments, in strings and inside
 * functions. Which of them can be called is known only after the code has run.
 */
export function namesDeclaredIn(code: string): readonly string[] {
  const names = new Set<string>();
  for (const [, name = ''] of code.matchAll(DECLARED)) {
    if (names.size === MOST) break;
    if (!KEYWORDS.has(name)) names.add(name);
  }
  return [...names];
}
