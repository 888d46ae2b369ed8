import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type CodeTask, codeTaskKeys, editQuestion, type QuestionEdits, removeQuestion } from '../../api/code-tasks.ts';
import { ApiError, messageOf } from '../../api/problem.ts';
import { markStale, readStale } from '../../api/query-client.ts';
import { ALL_OF_TASKS } from '../../tasks/after-task.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { Segmented } from '../../ui/tabs.tsx';

const CONFIRM = 'Remove this question from the task?';

/** Takes a question away for which no code was submitted. */
export function RemoveQuestion({ question: { id, taskId } }: { question: CodeTask }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const removing = useMutation({
    mutationFn: () => removeQuestion(id),
    onSuccess: () => {
      client.setQueryData<CodeTask[]>(codeTaskKeys.of(taskId), (all) => all?.filter((one) => one.id !== id));
      // What remains may be the proof of the task.
      markStale(client, [codeTaskKeys.of(taskId), ...ALL_OF_TASKS]);
      readStale(client);
      void navigate(`/verify/task/${encodeURIComponent(taskId)}`);
    },
  });
  return (
    <>
      <Button
        size="s"
        variant="ghost"
        busy={removing.isPending}
        busyLabel="Removing..."
        onClick={() => window.confirm(CONFIRM) && removing.mutate()}
      >
        Remove it
      </Button>
      {removing.error && <Note tone="missed" alert title={messageOf(removing.error)} />}
    </>
  );
}

interface Draft {
  readonly title: string;
  readonly statement: string;
  readonly examples: readonly { readonly input: string; readonly output: string; readonly explanation: string | null }[];
  readonly kind: CodeTask['kind'];
  /** As `twoSum(nums, target)`. */
  readonly signature: string;
}

const draftOf = ({ title, statement, examples, kind, signature }: CodeTask): Draft => ({
  title: title ?? '',
  statement: statement ?? '',
  examples: examples.map(({ input, output, explanation }) => ({ input, output, explanation })),
  kind,
  signature: signature ? `${signature.name}(${signature.parameters.join(', ')})` : '',
});

const SIGNATURE = /^\s*([\w$]+)\s*\(([^()]*)\)\s*$/;

function signatureOf(text: string): CodeTask['signature'] {
  const [, name, parameters = ''] = SIGNATURE.exec(text) ?? [];
  if (name === undefined) return null;
  const names = parameters.split(',').map((one) => one.trim());
  return { name, parameters: names.filter((one) => one !== '') };
}

/** What differs from the question as it is. A first statement is sent alone: the server finds the examples in it. */
function editsOf(question: CodeTask, draft: Draft): QuestionEdits {
  const before = draftOf(question);
  const isFirst = question.statement === null && draft.examples.length === 0;
  return {
    ...(draft.title !== before.title && { title: draft.title.trim() === '' ? null : draft.title }),
    ...(draft.statement !== before.statement && { statement: draft.statement }),
    ...(!isFirst && JSON.stringify(draft.examples) !== JSON.stringify(before.examples) && { examples: [...draft.examples] }),
    ...(!isFirst && draft.kind !== before.kind && { kind: draft.kind }),
    ...(!isFirst && draft.signature !== before.signature && { signature: signatureOf(draft.signature) }),
  };
}

/** Changes a question before the first attempt: pastes its statement, or mends its examples. */
export function QuestionForm({ question, onDone }: { question: CodeTask; onDone: () => void }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(question));
  const set = (change: Partial<Draft>): void => setDraft((now) => ({ ...now, ...change }));
  const saving = useMutation({
    mutationFn: () => editQuestion(question.id, editsOf(question, draft)),
    onSuccess: (next) => {
      client.setQueryData<CodeTask[]>(codeTaskKeys.of(question.taskId), (all) => all?.map((one) => (one.id === next.id ? next : one)));
      onDone();
    },
  });
  const errors = saving.error instanceof ApiError ? saving.error.errors : {};
  const isMissing = question.statement === null;
  return (
    <form
      className="qf"
      aria-label="The question"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      {isMissing && (
        <Note tone="due" title="The page could not be read.">
          {question.error} Open <Outside url={question.url} />, and paste its statement here. Examples in it are found.
        </Note>
      )}
      <Field label="Title" note="optional" error={errors.title}>
        <Input value={draft.title} onChange={(event) => set({ title: event.target.value })} />
      </Field>
      <Field label="Statement" error={errors.statement} hint="Markdown or plain text.">
        <Textarea rows={12} value={draft.statement} onChange={(event) => set({ statement: event.target.value })} />
      </Field>
      {!isMissing && <ExampleFields draft={draft} set={set} errors={errors} />}
      {saving.error && Object.keys(errors).length === 0 && <Note tone="missed" alert title={messageOf(saving.error)} />}
      <div className="wb-a">
        <Button type="submit" variant="primary" busy={saving.isPending} busyLabel="Saving..." disabled={draft.statement.trim() === ''}>
          {isMissing ? 'Take this statement' : 'Save the question'}
        </Button>
        {isMissing ? (
          <RemoveQuestion question={question} />
        ) : (
          <Button variant="ghost" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
  readonly errors: ApiError['errors'];
}

function ExampleFields({ draft, set, errors }: FieldsProps) {
  const put = (index: number, change: Partial<Draft['examples'][number]>): void =>
    set({ examples: draft.examples.map((one, at) => (at === index ? { ...one, ...change } : one)) });
  return (
    <>
      <Segmented
        label="How the code is run"
        value={draft.kind}
        onChange={(kind) => set({ kind })}
        options={[
          { value: 'function', label: 'A function is called' },
          { value: 'stdio', label: 'A program reads and prints' },
        ]}
      />
      {draft.kind === 'function' && (
        <Field label="Function" hint="For example: twoSum(nums, target)" error={errors.signature ?? errors['signature.name']}>
          <Input value={draft.signature} onChange={(event) => set({ signature: event.target.value })} />
        </Field>
      )}
      {draft.examples.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no names, and stay in their order
        <fieldset key={index} className="own-c">
          <legend className="s2 b">Example {index + 1}</legend>
          <Field label="Input">
            <Textarea className="code" rows={2} value={one.input} onChange={(event) => put(index, { input: event.target.value })} />
          </Field>
          <Field label="Output">
            <Textarea className="code" rows={2} value={one.output} onChange={(event) => put(index, { output: event.target.value })} />
          </Field>
          <IconButton
            label={`Remove example ${index + 1}`}
            onClick={() => set({ examples: draft.examples.filter((_, at) => at !== index) })}
          >
            <Icon of={X} />
          </IconButton>
        </fieldset>
      ))}
      <Button
        size="s"
        variant="ghost"
        icon={<Icon of={Plus} />}
        onClick={() => set({ examples: [...draft.examples, { input: '', output: '', explanation: null }] })}
      >
        Add an example
      </Button>
      {errors.examples && <Note tone="missed" alert title={errors.examples.join(' ')} />}
      <p className="s2 q2">Whoever reads your proof sees which examples you wrote or left out.</p>
    </>
  );
}

const Outside = ({ url }: { url: string }) => (
  <a className="link" href={url} target="_blank" rel="noreferrer noopener">
    the page
  </a>
);
