import { Plus, X } from 'lucide-react';
import type { CodeTask } from '../../api/code-tasks.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Case } from './sandbox.ts';

interface OwnCasesProps {
  readonly cases: readonly Case[];
  readonly onChange: (cases: readonly Case[]) => void;
  readonly kind: CodeTask['kind'];
  readonly disabled: boolean;
}

const MOST = 10;

/** Cases of one's own, which run beside the examples in the browser and are kept nowhere. */
export function OwnCases({ cases, onChange, kind, disabled }: OwnCasesProps) {
  if (disabled) return null;
  const put = (index: number, change: Partial<Case>): void =>
    onChange(cases.map((one, at) => (at === index ? { ...one, ...change } : one)));
  const hint = kind === 'function' ? 'The arguments, for example: nums = [2, 7], target = 9' : 'What the program reads.';
  return (
    <div className="own">
      {cases.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no names, and stay in their order
        <fieldset key={index} className="own-c">
          <legend className="s2 b">Your case {index + 1}</legend>
          <Field label="Input" hint={hint}>
            <Textarea className="code" rows={2} value={one.input} onChange={(event) => put(index, { input: event.target.value })} />
          </Field>
          <Field label="Expected" note="optional">
            <Textarea
              className="code"
              rows={2}
              value={one.output ?? ''}
              onChange={(event) => put(index, { output: event.target.value === '' ? null : event.target.value })}
            />
          </Field>
          <IconButton label={`Remove case ${index + 1}`} onClick={() => onChange(cases.filter((_, at) => at !== index))}>
            <Icon of={X} />
          </IconButton>
        </fieldset>
      ))}
      {cases.length < MOST && (
        <Button size="s" variant="ghost" icon={<Icon of={Plus} />} onClick={() => onChange([...cases, { input: '', output: null }])}>
          Add a case of your own
        </Button>
      )}
    </div>
  );
}
