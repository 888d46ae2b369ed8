import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Plus, X } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { type CodeTask, codeTaskKeys, editQuestion, type QuestionEdits, removeQuestion } from '../../api/code-tasks.ts';
import { messageOf } from '../../api/problem.ts';
import { markStale, readStale } from '../../api/query-client.ts';
import { checkedAsTyped } from '../../forms/checked.ts';
import { FormField, faultAt } from '../../forms/form-field.tsx';
import { type CallForm, useCallForm } from '../../forms/use-call-form.ts';
import { ALL_OF_TASKS } from '../../tasks/after-task.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Input, Textarea } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import textStyles from '../../ui/text.module.css';
import styles from './question-form.module.css';
import workbenchStyles from './workbench.module.css';

const CONFIRM = 'Remove this question from the task?';

export function RemoveQuestion({ question: { id, taskId } }: { question: CodeTask }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const removing = useMutation({
    mutationFn: () => removeQuestion(id),
    onSuccess: () => {
      client.setQueryData<CodeTask[]>(codeTaskKeys.of(taskId), (all) => all?.filter((one) => one.id !== id));
      // The remaining questions may already be solved and complete the proof of the task.
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

const QUESTION = z.object({
  title: z.string(),
  statement: z.string(),
  examples: z.array(z.object({ input: z.string(), output: z.string(), explanation: z.string().nullable() })),
  kind: z.custom<CodeTask['kind']>(),
  /** For example `twoSum(nums, target)`. */
  signature: z.string(),
});
type TypedQuestion = z.infer<typeof QUESTION>;

const asTyped = ({ title, statement, examples, kind, signature }: CodeTask): TypedQuestion => ({
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

/** The changed fields. A first statement is sent alone, because the server extracts the examples from it. */
function editsOf(question: CodeTask, draft: TypedQuestion): QuestionEdits {
  const before = asTyped(question);
  const isFirst = question.statement === null && draft.examples.length === 0;
  return {
    ...(draft.title !== before.title && { title: draft.title.trim() === '' ? null : draft.title }),
    ...(draft.statement !== before.statement && { statement: draft.statement }),
    ...(!isFirst && JSON.stringify(draft.examples) !== JSON.stringify(before.examples) && { examples: draft.examples }),
    ...(!isFirst && draft.kind !== before.kind && { kind: draft.kind }),
    ...(!isFirst && draft.signature !== before.signature && { signature: signatureOf(draft.signature) }),
  };
}

/** A question can be changed only before its first attempt: by pasting its statement or by correcting its examples. */
export function QuestionForm({ question, onDone }: { question: CodeTask; onDone: () => void }) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (edits: QuestionEdits) => editQuestion(question.id, edits),
    onSuccess: (next) => {
      client.setQueryData<CodeTask[]>(codeTaskKeys.of(question.taskId), (all) => all?.map((one) => (one.id === next.id ? next : one)));
      onDone();
    },
  });
  const form = useCallForm({
    resolver: checkedAsTyped(QUESTION),
    mode: 'onSubmit',
    defaultValues: asTyped(question),
    send: (typed) => saving.mutateAsync(editsOf(question, typed)),
  });
  const isMissing = question.statement === null;
  return (
    <form {...form.attributes} className={styles.form} aria-label="The question">
      {isMissing && (
        <Note tone="due" title="The page could not be read.">
          {question.error} Open <Outside url={question.url} />, and paste its statement here. Examples in it are found.
        </Note>
      )}
      <FormField form={form} name="title" label="Title" note="optional">
        <Input {...form.register('title')} />
      </FormField>
      <FormField form={form} name="statement" label="Statement" hint="Markdown or plain text.">
        <Textarea rows={12} {...form.register('statement')} />
      </FormField>
      {!isMissing && <ExampleFields form={form} />}
      {form.failure && <Note tone="missed" alert title={messageOf(form.failure)} />}
      <div className={workbenchStyles.actions}>
        <Button
          type="submit"
          variant="primary"
          busy={saving.isPending}
          busyLabel="Saving..."
          disabled={form.watch('statement').trim() === ''}
        >
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

function ExampleFields({ form }: { form: CallForm<TypedQuestion, TypedQuestion> }) {
  const examples = useFieldArray({ control: form.control, name: 'examples' });
  const kind = form.watch('kind');
  const examplesFault = faultAt(form, 'examples');
  return (
    <>
      <Segmented
        label="How the code is run"
        value={kind}
        onChange={(next) => form.setValue('kind', next)}
        options={[
          { value: 'function', label: 'A function is called' },
          { value: 'stdio', label: 'A program reads and prints' },
        ]}
      />
      {kind === 'function' && (
        <FormField form={form} name="signature" label="Function" hint="For example: twoSum(nums, target)">
          <Input {...form.register('signature')} />
        </FormField>
      )}
      {examples.fields.map(({ id }, index) => (
        <fieldset key={id} className={workbenchStyles.testCase}>
          <legend className={clsx(textStyles.small, textStyles.strong)}>Example {index + 1}</legend>
          <FormField form={form} name={`examples.${index}.input`} label="Input">
            <Textarea className={workbenchStyles.code} rows={2} {...form.register(`examples.${index}.input`)} />
          </FormField>
          <FormField form={form} name={`examples.${index}.output`} label="Output">
            <Textarea className={workbenchStyles.code} rows={2} {...form.register(`examples.${index}.output`)} />
          </FormField>
          <IconButton label={`Remove example ${index + 1}`} onClick={() => examples.remove(index)}>
            <Icon of={X} />
          </IconButton>
        </fieldset>
      ))}
      <Button
        size="s"
        variant="ghost"
        icon={<Icon of={Plus} />}
        onClick={() => examples.append({ input: '', output: '', explanation: null }, { shouldFocus: false })}
      >
        Add an example
      </Button>
      {examplesFault && <Note tone="missed" alert title={examplesFault} />}
      <p className={clsx(textStyles.small, textStyles.muted)}>Whoever reads your proof sees which examples you wrote or left out.</p>
    </>
  );
}

const Outside = ({ url }: { url: string }) => (
  <a className={textStyles.link} href={url} target="_blank" rel="noreferrer noopener">
    the page
  </a>
);
