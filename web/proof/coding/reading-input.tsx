import { JAVASCRIPT_INPUT, PYTHON_INPUT } from '../../../src/contracts/coding/standard-input.ts';
import type { CodeLanguage } from '../../api/code-tasks.ts';

/** The ways in which a program may read standard input. Each of them is run by a test. */
export function ReadingInput({ language }: { language: CodeLanguage }) {
  const ways = language === 'python' ? PYTHON_INPUT : JAVASCRIPT_INPUT;
  return (
    <details className="ri s2">
      <summary>How a program reads its input</summary>
      <p>
        Each of these works. <code>solve</code> stands for your own function: it gets the whole text, or the list of its lines.
      </p>
      <Ways title="The whole text" ways={ways.filter(({ gives }) => gives === 'text')} />
      <Ways title="Line by line" ways={ways.filter(({ gives }) => gives === 'lines')} />
    </details>
  );
}

const Ways = ({ title, ways }: { title: string; ways: readonly { readonly code: string }[] }) => (
  <>
    <p className="b">{title}</p>
    {ways.map(({ code }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it can be reached by the keyboard
      <pre key={code} tabIndex={0}>
        {code}
      </pre>
    ))}
  </>
);
