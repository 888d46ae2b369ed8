import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { python } from '@codemirror/lang-python';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import type { CodeLanguage } from '../../api/code-tasks.ts';
import styles from './editor.module.css';

const LANGUAGES: Readonly<Record<CodeLanguage, () => Extension>> = {
  javascript: () => javascript(),
  typescript: () => javascript({ typescript: true }),
  python: () => [python(), indentUnit.of('    ')],
};

/** Uses the colours of the page, so that they fit both themes. */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--accent)' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--kept)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--due)' },
  { tag: [tags.comment], color: 'var(--ink-3)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.className], color: 'var(--review)' },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.function(tags.variableName))], fontWeight: '600' },
]);
const look = EditorView.theme({
  '&': { backgroundColor: 'var(--raised)', color: 'var(--ink)', fontSize: 'var(--t2)', height: '100%' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.33333rem' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '10px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--ink-3)', border: '0' },
  '.cm-activeLine': { backgroundColor: 'var(--sunk)' },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--kept-wash)' },
  '.cm-changedText': { background: 'none' },
  '.cm-deletedChunk': { backgroundColor: 'var(--missed-wash)' },
});
const common = (language: CodeLanguage): Extension => [
  ...[lineNumbers(), bracketMatching(), syntaxHighlighting(colours), look, EditorView.lineWrapping],
  LANGUAGES[language](),
];

interface EditorProps {
  readonly label: string;
  readonly language: CodeLanguage;
  /** The initial code. It is read again when the language changes. */
  readonly code: string;
  readonly onChange: (code: string) => void;
  /** Called on Ctrl+Enter or Cmd+Enter. */
  readonly onRun: () => void;
}

/** Tab indents. Escape and then Tab leaves the editor. */
export function Editor({ label, language, code, onChange, onRun }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const acts = useRef({ onChange, onRun });
  acts.current = { onChange, onRun };
  const first = useRef(code);
  first.current = code;
  useEffect(() => {
    if (!place.current) return;
    const run = (): boolean => {
      acts.current.onRun();
      return true;
    };
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          common(language),
          history(),
          indentOnInput(),
          highlightActiveLine(),
          keymap.of([{ key: 'Mod-Enter', run }, indentWithTab, ...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
          EditorView.updateListener.of((update) => update.docChanged && acts.current.onChange(update.state.doc.toString())),
        ],
      }),
    });
    return () => view.destroy();
  }, [label, language]);
  return <div ref={place} className={styles.frame} />;
}

interface DifferenceProps {
  readonly label: string;
  readonly language: CodeLanguage;
  readonly before: string | null;
  readonly after: string;
}

/** Shows code and its difference to earlier code: removed lines above added lines. */
export function Difference({ label, language, before, after }: DifferenceProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          common(language),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
          before === null
            ? []
            : unifiedMergeView({ original: before, mergeControls: false, gutter: true, collapseUnchanged: { margin: 3 } }),
        ],
      }),
    });
    return () => view.destroy();
  }, [label, language, before, after]);
  return <div ref={place} className={clsx(styles.frame, styles.readOnly)} />;
}
