import type { ReactNode } from 'react';
import { Controller, type ControllerRenderProps, type FieldError, type FieldPath, type FieldValues, get } from 'react-hook-form';
import { Field, type FieldProps } from '../ui/field.tsx';
import type { CallForm } from './use-call-form.ts';

export const faultAt = <V extends FieldValues, Body>(form: CallForm<V, Body>, name: FieldPath<V>): string | undefined =>
  (get(form.formState.errors, name) as FieldError | undefined)?.message;

export interface FormFieldProps<V extends FieldValues, Body, Name extends FieldPath<V>> extends Omit<FieldProps, 'children' | 'error'> {
  readonly form: CallForm<V, Body>;
  readonly name: Name;
  /** An error from outside of the form, shown if the form has none for this field. */
  readonly error?: string | undefined;
  /** An input that is registered with the form, or a function that renders a controlled component. */
  readonly children: ReactNode | ((field: ControllerRenderProps<V, Name>) => ReactNode);
}

export function FormField<V extends FieldValues, Body, Name extends FieldPath<V>>({
  form,
  name,
  error,
  children,
  ...look
}: FormFieldProps<V, Body, Name>) {
  return (
    <Field {...look} error={faultAt(form, name) ?? error}>
      {typeof children === 'function' ? (
        <Controller control={form.control} name={name} render={({ field }) => <>{children(field)}</>} />
      ) : (
        children
      )}
    </Field>
  );
}
