import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useRepeatKey } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { ApiError, messageOf } from '../api/problem.ts';
import { markStale } from '../api/query-client.ts';
import { cancelVacation, createVacation, type Vacation, vacationKeys, vacationsQuery } from '../api/settings.ts';
import { daysBetween } from '../lib/calendar.ts';
import { plural, shortDate } from '../lib/words.ts';
import { ALL_OF_TASKS, readAfterTask, staleAfterOccurrences } from '../tasks/after-task.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DatePicker, focusUnread } from '../ui/date-picker.tsx';
import { Field } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';

/** Creates vacations. A second try of the same, after no answer came, creates it only once. */
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

/** Cancels a vacation by its id. Tasks that it had skipped and that are not yet due are open again. */
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

/** A vacation in words: 'Mon 23 Nov to Fri 27 Nov, 5 days'. */
const spanWords = ({ from, to }: Pick<Vacation, 'from' | 'to'>, today: string): string =>
  from === to
    ? shortDate(from, today)
    : `${shortDate(from, today)} to ${shortDate(to, today)}, ${plural(daysBetween(from, to) + 1, 'day')}`;

export function Vacations() {
  const query = useQuery(vacationsQuery());
  const { today } = useOwnerClock();
  const ahead = (query.data ?? []).filter((one) => one.to >= today).sort((a, b) => a.from.localeCompare(b.from));
  const place = useRef<HTMLDivElement>(null);
  // The browser followed the link before this was rendered.
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
          <ul className="set-vac">
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
      <span className="min-w-0">{words}</span>
      {vacation.from <= today && <Badge tone="review">Now</Badge>}
      <Button
        size="s"
        className="ml-auto"
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

function AddVacation({ today }: { today: string }) {
  const [span, setSpan] = useState<{ from: string | null; to: string | null }>({ from: null, to: null });
  const [tried, setTried] = useState(false);
  const add = useNewVacation((made) => {
    setSpan({ from: null, to: null });
    setTried(false);
    toast.success(`Vacation: ${spanWords(made, today)}`);
  });
  const errors = add.error instanceof ApiError ? add.error.errors : {};
  const faults = {
    from: tried && !span.from ? 'The first day is missing.' : errors.from?.join(' '),
    to:
      tried && !span.to
        ? 'The last day is missing.'
        : tried && span.from && span.to && span.to < span.from
          ? 'The last day lies before the first.'
          : errors.to?.join(' '),
  };
  const change = (next: Partial<typeof span>) => {
    setSpan({ ...span, ...next });
    add.reset();
  };
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (focusUnread(event.currentTarget)) return;
    if (span.from && span.to && span.from <= span.to) add.mutate({ from: span.from, to: span.to });
  }
  return (
    <form className="set-row set-add" noValidate onSubmit={submit}>
      <Field label="First day" error={faults.from} className="set-date">
        <DatePicker value={span.from} today={today} min={today} onChange={(from) => change({ from })} />
      </Field>
      <Field label="Last day" error={faults.to} className="set-date">
        <DatePicker value={span.to} today={today} min={span.from ?? today} onChange={(to) => change({ to })} />
      </Field>
      <Button type="submit" busy={add.isPending} busyLabel="Adding...">
        Add vacation
      </Button>
      {add.error && Object.keys(errors).length === 0 && (
        <Note tone="missed" alert title={messageOf(add.error)} className="w-full">
          Nothing was changed.
        </Note>
      )}
    </form>
  );
}
