import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { plural, shortDate } from '../../src/contracts/words/format.ts';
import { daysBetween } from '../../src/contracts/words/phrases/days.ts';
import { useRepeatKey } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { markStale } from '../api/query-client.ts';
import { cancelVacation, createVacation, type Vacation, vacationKeys, vacationsQuery } from '../api/settings.ts';
import { checkedAsTyped } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { ALL_OF_TASKS, readAfterTask, staleAfterOccurrences } from '../tasks/after-task.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DatePicker } from '../ui/date-picker.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import settingsFormStyles from './settings-form.module.css';
import styles from './vacations.module.css';

/** A retry after a lost answer creates the vacation only once. */
export function useNewVacation(onMade: (vacation: Vacation) => void) {
  const client = useQueryClient();
  const key = useRepeatKey();
  return useMutation({
    mutationFn: (body: { from: string; to: string }) => createVacation(body, key.of(body)),
    onError: key.failed,
    onSuccess: (made) => {
      key.made();
      client.setQueryData<Vacation[]>(vacationKeys.all, (list) => list && [...list.filter(({ id }) => id !== made.id), made]);
      markStale(client, staleAfterOccurrences(client));
      readAfterTask(client, serverNow());
      onMade(made);
    },
  });
}

/** Tasks that the vacation skipped and that are not yet due are open again. */
export function useCancelVacation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: cancelVacation,
    onSuccess: (_nothing, cancelled) => {
      client.setQueryData<Vacation[]>(vacationKeys.all, (list) => list?.filter(({ id }) => id !== cancelled));
      markStale(client, staleAfterOccurrences(client));
      toast.success('Vacation cancelled', { detail: 'What is not yet due is back in the list.' });
    },
    onError: (error) => {
      markStale(client, [vacationKeys.all, ...ALL_OF_TASKS]);
      toast.error(messageOf(error));
    },
    onSettled: () => readAfterTask(client, serverNow()),
  });
}

/** For example 'Mon 23 Nov to Fri 27 Nov, 5 days'. */
const spanWords = ({ from, to }: Pick<Vacation, 'from' | 'to'>, today: string): string =>
  from === to
    ? shortDate(from, today)
    : `${shortDate(from, today)} to ${shortDate(to, today)}, ${plural(daysBetween(from, to) + 1, 'day')}`;

export function Vacations() {
  const query = useQuery(vacationsQuery());
  const { today } = useOwnerClock();
  const ahead = (query.data ?? []).filter((one) => one.to >= today).sort((a, b) => a.from.localeCompare(b.from));
  const place = useRef<HTMLDivElement>(null);
  // The browser followed the link of the address before this element was rendered.
  useEffect(() => {
    if (location.hash === '#vacations') place.current?.scrollIntoView();
  }, []);
  return (
    <div id="vacations" ref={place}>
      <SettingsBlock
        title="Vacations"
        text="Routines are skipped on these days, and no streak breaks. You get no reminders, and your partner is not notified."
      >
        {!query.data && query.isError && (
          <ErrorState title={messageOf(query.error)} onRetry={() => void query.refetch()} retrying={query.isFetching}>
            Nothing was changed.
          </ErrorState>
        )}
        {!query.data && !query.isError && <LinesSkeleton lines={2} label="Loading vacations" />}
        {ahead.length > 0 && (
          <ul className={styles.list}>
            {ahead.map((one) => (
              <VacationRow key={one.id} vacation={one} today={today} />
            ))}
          </ul>
        )}
        {query.data && <AddVacation today={today} />}
      </SettingsBlock>
    </div>
  );
}

function VacationRow({ vacation, today }: { vacation: Vacation; today: string }) {
  const words = spanWords(vacation, today);
  const cancel = useCancelVacation();
  return (
    <li>
      <span className={layoutStyles.shrinking}>{words}</span>
      {vacation.from <= today && <Badge tone="review">Now</Badge>}
      <Button
        size="s"
        className={styles.pushedRight}
        busy={cancel.isPending}
        busyLabel="Cancelling..."
        aria-label={`Cancel vacation ${words}`}
        onClick={() => cancel.mutate(vacation.id)}
      >
        Cancel
      </Button>
    </li>
  );
}

const dayOrFault = (missing: string) =>
  z
    .string()
    .nullable()
    .pipe(z.string({ error: missing }));
const SPAN = z
  .object({ from: dayOrFault('The first day is missing.'), to: dayOrFault('The last day is missing.') })
  .refine(({ from, to }) => from <= to, { error: 'The last day lies before the first.', path: ['to'] });

function AddVacation({ today }: { today: string }) {
  const add = useNewVacation((made) => {
    form.reset();
    toast.success(`Vacation: ${spanWords(made, today)}`);
  });
  const form = useCallForm({
    resolver: checkedAsTyped(SPAN),
    mode: 'onSubmit',
    defaultValues: { from: null, to: null },
    send: add.mutateAsync,
  });
  return (
    <form className={clsx(settingsFormStyles.row, styles.form)} {...form.attributes}>
      <FormField form={form} name="from" label="First day" className={settingsFormStyles.date}>
        {({ value, onChange }) => <DatePicker value={value} today={today} min={today} onChange={onChange} />}
      </FormField>
      <FormField form={form} name="to" label="Last day" className={settingsFormStyles.date}>
        {({ value, onChange }) => <DatePicker value={value} today={today} min={form.watch('from') ?? today} onChange={onChange} />}
      </FormField>
      <Button type="submit" busy={add.isPending} busyLabel="Adding...">
        Add vacation
      </Button>
      {form.failure && (
        <Note tone="missed" alert title={messageOf(form.failure)} className={layoutStyles.fullWidth}>
          Nothing was changed.
        </Note>
      )}
    </form>
  );
}
