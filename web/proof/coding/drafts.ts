import type { CodeLanguage, CodeTask } from '../../api/code-tasks.ts';

export const LANGUAGE_NAMES: Readonly<Record<CodeLanguage, string>> = {
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  python: 'Python',
};
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly CodeLanguage[];

type Asked = Pick<CodeTask, 'kind' | 'signature'>;

/** What the editor begins with where nothing was written yet. */
export function starter({ kind, signature }: Asked, language: CodeLanguage): string {
  if (kind === 'function' && signature !== null) {
    const { name, parameters } = signature;
    if (language === 'python') return `def ${name}(${parameters.join(', ')}):\n    pass\n`;
    const typed = language === 'typescript' ? parameters.map((parameter) => `${parameter}: any`) : parameters;
    return `function ${name}(${typed.join(', ')})${language === 'typescript' ? ': any' : ''} {\n  \n}\n`;
  }
  if (language === 'python') return 'import sys\n\nlines = sys.stdin.read().splitlines()\n';
  return "const lines = require('fs').readFileSync(0, 'utf8').split('\\n');\n";
}

const keyOf = (id: string, what: string): string => `code ${id} ${what}`;

/** What was written and not submitted yet, kept in this browser. Storage that is full or refused keeps nothing. */
export const drafts = {
  read(id: string, what: CodeLanguage | 'language'): string | null {
    try {
      return localStorage.getItem(keyOf(id, what));
    } catch {
      return null;
    }
  },
  write(id: string, what: CodeLanguage | 'language', text: string): void {
    try {
      localStorage.setItem(keyOf(id, what), text);
    } catch {
      // The code stays in the editor.
    }
  },
};

/** The language of the last draft, else of the best attempt. */
export function firstLanguage({ id, best }: Pick<CodeTask, 'id' | 'best'>): CodeLanguage {
  const kept = drafts.read(id, 'language');
  return LANGUAGES.find((language) => language === kept) ?? best?.language ?? 'javascript';
}

/** The draft in a language, else the best attempt in it, else a beginning. */
export function firstCode(question: CodeTask, language: CodeLanguage): string {
  const { id, best } = question;
  return drafts.read(id, language) ?? (best?.language === language ? best.code : starter(question, language));
}
