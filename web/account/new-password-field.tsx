import type { FieldPath, FieldValues } from 'react-hook-form';
import { FormField } from '../forms/form-field.tsx';
import type { CallForm } from '../forms/use-call-form.ts';
import { PasswordInput } from '../ui/field.tsx';

interface NewPasswordFieldProps<V extends FieldValues, Body> {
  readonly form: CallForm<V, Body>;
  readonly name: FieldPath<V>;
  readonly label: string;
  readonly required?: boolean;
  readonly autoFocus?: boolean;
}

/** The field for a password that does not exist yet, with the rules for it. */
export const NewPasswordField = <V extends FieldValues, Body>({ form, name, label, ...input }: NewPasswordFieldProps<V, Body>) => (
  <FormField form={form} name={name} label={label} hint="8 to 256 characters, any of them. Nothing easy to guess, such as your name.">
    <PasswordInput autoComplete="new-password" {...input} {...form.register(name)} />
  </FormField>
);
