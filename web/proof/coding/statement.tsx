import type { CodeTask } from '../../api/code-tasks.ts';
import { plural } from '../../lib/words.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Note } from '../../ui/note.tsx';

/** What is to be solved, and the examples on which it is checked. */
export function Question({ question }: { question: CodeTask }) {
  const { statement, url, constraints, examples } = question;
  return (
    <section aria-label="Question" className="qs">
      <p className="s2 q2">
        <a className="link" href={url} target="_blank" rel="noreferrer noopener">
          {hostOf(url)}
        </a>
        {question.pasted && ', the statement was pasted'}
      </p>
      {statement !== null && <Markdown text={statement} />}
      <Examples question={question} />
      {constraints.length > 0 && (
        <>
          <h2>Constraints</h2>
          <ul>
            {constraints.map((constraint) => (
              <li key={constraint}>{constraint}</li>
            ))}
          </ul>
        </>
      )}
      {examples.length === 0 && statement !== null && (
        <Note>There are no examples, so your code is not run: whoever judges your proof reads it.</Note>
      )}
    </section>
  );
}

function Examples({ question: { examples, examplesFound: found } }: { question: CodeTask }) {
  if (examples.length === 0) return null;
  const missing = found - examples.filter(({ edited }) => !edited).length;
  return (
    <>
      <h2>{plural(examples.length, 'example', 'examples')}</h2>
      <ol className="exs">
        {examples.map(({ input, output, explanation, edited }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no names, and their order is theirs
          <li key={index}>
            <dl>
              <dt>Input</dt>
              <dd>
                <pre>{input}</pre>
              </dd>
              <dt>Output</dt>
              <dd>
                <pre>{output}</pre>
              </dd>
            </dl>
            {explanation && <p className="s2">{explanation}</p>}
            {edited && <p className="s2 due">You wrote this example. Whoever reads your proof sees that.</p>}
          </li>
        ))}
      </ol>
      {missing > 0 && <p className="s2 due">{plural(missing, 'example', 'examples')} of the question left out.</p>}
    </>
  );
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;
