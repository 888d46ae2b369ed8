import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { contactSalesBody } from '../../src/contracts/subscription.ts';
import { useRepeatKey } from '../api/client.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { contactSales, type SalesRequest } from '../api/subscriptions.ts';
import { checkedBy } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Input, Textarea } from '../ui/field.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import textStyles from '../ui/text.module.css';
import { toast } from '../ui/toast.tsx';
import styles from './contact-sales.module.css';
import settingsFormStyles from './settings-form.module.css';

/** For customers who need none of the plans. The form sends a mail to the operator. */
export function ContactSales() {
  const [open, setOpen] = useState(false);
  return (
    <section className={styles.customPlan} aria-labelledby="custom-h">
      <div>
        <h2 id="custom-h">Need Something Custom?</h2>
        <p className={clsx(textStyles.small, textStyles.muted)}>More seats, an invoice, your own installation: tell us what you need.</p>
      </div>
      <Button onClick={() => setOpen(true)}>Contact Sales</Button>
      <Dialog open={open} onOpenChange={setOpen} title="Contact Sales" text="We get your message by mail, and reply to your email address.">
        {open && <SalesForm onClose={() => setOpen(false)} />}
      </Dialog>
    </section>
  );
}

const EMPTY = { message: '', company: '', seats: undefined as number | undefined };

function SalesForm({ onClose }: { onClose: () => void }) {
  const key = useRepeatKey();
  const sending = useMutation({
    mutationFn: (body: SalesRequest) => contactSales(body, key.of(body)),
    onSuccess: () => {
      key.made();
      onClose();
      toast.success('Sent. The answer comes by mail.');
    },
    onError: key.failed,
  });
  const form = useCallForm({
    resolver: checkedBy(contactSalesBody),
    defaultValues: EMPTY,
    send: ({ message, company, seats }) => sending.mutateAsync({ message, company: company || null, seats: seats ?? null }),
  });
  return (
    <form {...form.attributes}>
      <FormField form={form} name="message" label="What you need">
        <Textarea autoFocus rows={5} {...form.register('message')} />
      </FormField>
      <FormField form={form} name="company" label="Company" note="optional">
        <Input autoComplete="organization" {...form.register('company')} />
      </FormField>
      <FormField form={form} name="seats" label="Seats" note="optional" className={settingsFormStyles.number}>
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          {...form.register('seats', { setValueAs: (typed: unknown) => (typed === '' || typed === undefined ? undefined : Number(typed)) })}
        />
      </FormField>
      {form.failure && (
        <Note tone="missed" alert title={messageOf(form.failure)} className={layoutStyles.before16}>
          {failedWith(form.failure, 'offline') && 'The connection dropped. '}What you wrote is still here.
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
