import type { OwnerClock } from '../api/owner-clock.ts';
import { TaskFields, type TaskForm } from '../tasks/task-fields.tsx';
import { Field } from '../ui/field.tsx';
import { BoxFields } from './box-fields.tsx';
import { boxLength, type ExtraName, type Extras } from './extras.ts';
import styles from './new-task-overlay.module.css';
import { ParentPicker } from './parent-picker.tsx';
import { StepsField } from './steps-field.tsx';

interface MoreFieldsProps {
  readonly fields: TaskForm & { readonly isRoutine: boolean };
  readonly extras: Extras;
  readonly onExtras: (change: Partial<Extras>) => void;
  readonly faultOf: (name: ExtraName) => string | undefined;
  readonly clock: OwnerClock;
}

/** All fields of a new task or routine. A routine has no parent, no steps and no time box. */
export function MoreFields({ fields, extras, onExtras, faultOf, clock }: MoreFieldsProps) {
  const { isRoutine, draft } = fields;
  return (
    <div className={styles.fields}>
      <TaskFields part="due" {...fields} />
      <TaskFields part="more" {...fields} />
      <TaskFields part="judge" {...fields} />
      {!isRoutine && (
        <>
          <Field label="Under" className={styles.under} error={faultOf('parent')}>
            <ParentPicker value={extras.parent} onChange={(parent) => onExtras({ parent })} />
          </Field>
          <BoxFields
            extras={extras}
            minutes={boxLength(draft)}
            dueDate={draft.dueDate}
            clock={clock}
            error={faultOf('boxTime')}
            onChange={onExtras}
          />
        </>
      )}
      <div className={styles.wide}>
        <TaskFields part="notes" {...fields} />
      </div>
      {!isRoutine && (
        <div className={styles.wide}>
          <StepsField steps={extras.steps} error={faultOf('steps')} onChange={(steps) => onExtras({ steps })} />
        </div>
      )}
    </div>
  );
}
