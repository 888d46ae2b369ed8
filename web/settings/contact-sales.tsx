import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { contactSalesBody } from '../../src/contracts/subscription.ts';
import { useRepeatKey } from '../api/client.ts';
import { checkedBy } from '../api/form-schema.ts';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { contactSales, type SalesRequest } from '../api/subscriptions.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Input, Textarea } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { toast } from '../ui/toast.tsx';

/** The card for those whom none of the plans fits, with the form that writes to the operator. */
export function ContactSales() {
  const [open, setOpen] = useState(false);
  return (
    <section className="pcs-custom" aria-labelledby="custom-h">
      <div>
        <h2 id="custom-h">Need Something Custom?</h2>
        <p className="s2 q2">More seats, an invoice, your own installation: tell us what you need.</p>
      </div>
      <Button onClick={() => setOpen(true)}>Contact Sales</Button>
      <Dialog open={open} onOpenChange={setOpen} title="Contact Sales" text="We get your message by mail, and reply to your email address.">
        {open && <SalesForm onClose={() => setOpen(false)} />}
      </Dialog>
    </section>
  );
}

const EMPTY = { message: '', company: '', seats: undefined as number | undefined };
const FIELDS = ['message', 'company', 'seats'] as const;

function SalesForm({ onClose }: { onClose: () => void }) {
  const key = useRepeatKey();
  const form = useForm({ resolver: checkedBy(contactSalesBody), mode: 'onTouched', defaultValues: EMPTY });
  const { errors } = form.formState;
  const sending = useMutation({
    mutationFn: (body: SalesRequest) => contactSales(body, key.of(body)),
    onSuccess: () => {
      key.made();
      onClose();
      toast.success('Sent. The answer comes by mail.');
    },
    onError: (error) => {
      key.failed(error);
      if (!(error instanceof ApiError)) return;
      for (const name of FIELDS) {
        const said = error.errors[name]?.join(' ');
        if (said) form.setError(name, { message: said });
      }
    },
  });
  const send = form.handleSubmit(({ message, company, seats }) =>
    sending.mutate({ message, company: company || null, seats: seats ?? null }),
  );
  const isSaidByFields = sending.error instanceof ApiError && Object.keys(sending.error.errors).length > 0;
  return (
    <form noValidate onSubmit={send}>
      <Field label="What you need" error={errors.message?.message}>
        <Textarea autoFocus rows={5} {...form.register('message')} />
      </Field>
      <Field label="Company" note="optional" error={errors.company?.message}>
        <Input autoComplete="organization" {...form.register('company')} />
      </Field>
      <Field label="Seats" note="optional" error={errors.seats?.message} className="set-hours">
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          {...form.register('seats', { setValueAs: (typed: unknown) => (typed === '' || typed === undefined ? undefined : Number(typed)) })}
        />
      </Field>
      {sending.error && !isSaidByFields && (
        <Note tone="missed" alert title={messageOf(sending.error)} className="mt-4">
          {failedWith(sending.error, 'offline') && 'The connection dropped. '}What you wrote is still here.
        </Note>
      )}
      <footer>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" busy={sending.isPending} busyLabel="Sending...">
          Send
        </Button>
      </footer>
    </form>
  );
}
