import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form';
import type { Check } from './check.ts';
import { type FieldOf, showRefusal } from './refusal.ts';

type Typed = 'resolver' | 'defaultValues' | 'values' | 'mode';

export interface CallFormProps<V extends FieldValues, Body> extends Omit<UseFormProps<V, unknown, Body>, Typed> {
  /** TypeScript infers the types of the values and of the body only from this. */
  readonly resolver: Check<V, Body>;
  readonly defaultValues?: NoInfer<DefaultValues<V>>;
  /** Use this instead of default values if the form follows the data of the server. */
  readonly values?: NoInfer<V>;
  /**
   * `onTouched`: a field is checked when it loses the focus, and then at each change. `onSubmit`: the whole form is checked
   * when it is submitted, and then at each change, which also clears the server's messages.
   */
  readonly mode?: 'onTouched' | 'onSubmit';
  /** Sends the output of the schema, as a rule with `mutateAsync` of the mutation. */
  readonly send: (body: Body) => Promise<unknown>;
  /**
   * Whether the next change clears the server's messages and checks the marked fields again. With `onSubmit` this is always so.
   */
  readonly untilChange?: boolean;
  /** If it is missing, the fields have the same names as those of the server. */
  readonly fieldOf?: FieldOf<NoInfer<V>>;
}

export interface CallForm<V extends FieldValues, Body> extends UseFormReturn<V, unknown, Body> {
  /** For the element `form`. */
  readonly attributes: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent) => void;
  };
  readonly submit: () => Promise<void>;
  readonly error: Error | null;
  /** The failure of the last try, or null if the fields show all of its messages. */
  readonly failure: Error | null;
  /** Clears the failure of the last try. */
  readonly forget: () => void;
}

interface Failed {
  readonly error: Error;
  /** Whether the fields show all messages. */
  readonly isSaid: boolean;
}

/** Such a control keeps its old value although the person typed something else, so the form must not be sent. */
const unreadIn = (element: HTMLElement | null) => element?.querySelector<HTMLElement>('[data-unread]') ?? null;
const firstWrong = (element: HTMLElement | null) => unreadIn(element) ?? element?.querySelector<HTMLElement>('[aria-invalid="true"]');

/**
 * Submitting checks the values, sends them unless a request is under way, and shows the server's messages at their fields. The
 * first field with an error gets the focus.
 */
export function useCallForm<V extends FieldValues, Body = V>({
  mode = 'onTouched',
  untilChange = mode === 'onSubmit',
  send,
  fieldOf,
  ...props
}: CallFormProps<V, Body>): CallForm<V, Body> {
  const isWhole = mode === 'onSubmit';
  const form = useForm<V, unknown, Body>({
    ...(props as UseFormProps<V, unknown, Body>),
    mode,
    reValidateMode: isWhole ? 'onSubmit' : 'onChange',
    // The first invalid field is searched in the page, because not every control has a reference that the library knows.
    shouldFocusError: false,
  });
  const [failed, setFailed] = useState<Failed | null>(null);
  const [tries, setTries] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);

  useEffect(() => {
    if (tries > 0) firstWrong(element.current)?.focus();
  }, [tries]);

  const { isSubmitted } = form.formState;
  const { watch, trigger, clearErrors, control } = form;
  useEffect(() => {
    if (!untilChange) return;
    const watching = watch((_values, { name }) => {
      // An event without a name is a reset, which has nothing to check.
      if (name === undefined) return;
      setFailed(null);
      const marked = Object.keys(control._formState.errors) as FieldPath<V>[];
      if (isWhole && isSubmitted) void trigger();
      else if (isWhole) clearErrors();
      else if (marked.length > 0) void trigger(marked);
    });
    return () => watching.unsubscribe();
  }, [isWhole, untilChange, isSubmitted, watch, trigger, clearErrors, control]);

  async function write(body: Body): Promise<void> {
    isSending.current = true;
    setFailed(null);
    try {
      await send(body);
    } catch (error) {
      setFailed({ error: error as Error, isSaid: showRefusal(form, error, fieldOf) });
      setTries((before) => before + 1);
    } finally {
      isSending.current = false;
    }
  }
  async function submit(): Promise<void> {
    if (isSending.current) return;
    // Not awaited: `handleSubmit` would overwrite a reset that happens after the answer.
    await form.handleSubmit((body) => {
      if (!unreadIn(element.current)) void write(body);
    })();
    setTries((before) => before + 1);
  }
  return {
    ...form,
    attributes: {
      ref: element,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        void submit();
      },
    },
    submit,
    error: failed?.error ?? null,
    failure: failed === null || failed.isSaid ? null : failed.error,
    forget: () => {
      setFailed(null);
      form.clearErrors();
    },
  };
}
