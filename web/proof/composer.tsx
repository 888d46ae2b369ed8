import { Link as LinkIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { failedWith, messageOf } from '../api/problem.ts';
import type { Verification } from '../api/verifications.ts';
import { takeHandedOver } from '../tasks/proof-gesture.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input, Textarea } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { ChangePicker } from './change-picker.tsx';
import { Chosen } from './chosen.tsx';
import { DesignFields } from './design-fields.tsx';
import { linksIn, withLinks } from './draft.ts';
import { useAnywhere } from './use-anywhere.ts';
import { useComposer } from './use-composer.ts';
import { useAiLooksAt } from './use-judges.ts';
import { goesTo } from './words.ts';

interface ComposerProps {
  readonly one: Verification;
  /** Whether it takes the focus at once. */
  readonly focused: boolean;
  /** Whether the page offers a better way to give this proof, whose button is the primary one. */
  readonly second: boolean;
}

/** Whether Enter on this keyboard writes a line because there is no key for that beside it: a phone's. */
const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/**
 * The form for proof: words, links, commits, files, and for a system design its parts. Files can be dropped and things pasted
 * anywhere. Enter sends, Shift and Enter begins a line.
 */
export function Composer({ one, focused, second }: ComposerProps) {
  const form = useRef<HTMLFormElement>(null);
  const aiToo = useAiLooksAt(one.type);
  const { draft, change, edit, items, uploads, faults, sending, error, paused, submit } = useComposer(one);
  const takeText = (text: string) => {
    const links = linksIn(text);
    edit((now) => (links ? withLinks(now, links) : { ...now, text: now.text === '' ? text : `${now.text}\n${text}` }));
  };
  const over = useAnywhere({ onFiles: (files) => uploads.add(files), onText: takeText });
  useEffect(() => {
    const handed = takeHandedOver(one.id);
    if (handed && handed.files.length > 0) uploads.add(handed.files);
    else if (handed) edit((now) => withLinks(now, linksIn(handed.text) ?? []));
  }, [one.id, uploads, edit]);
  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch()) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }
  return (
    <form
      ref={form}
      className="dsec"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      noValidate
      aria-labelledby="give-h"
    >
      <h3 id="give-h">{one.submissions.length > 0 ? 'Send again' : 'Give proof'}</h3>
      <Chosen
        items={items}
        links={draft.links}
        over={over}
        onFiles={(files) => uploads.add(files)}
        onRemove={(key) => uploads.remove(key)}
        onRemoveLink={(link) => change({ links: draft.links.filter((each) => each !== link) })}
      />
      {draft.design && <DesignFields design={draft.design} onChange={(design) => change({ design })} fault={faults.design} />}
      <Field label="Commit or link" note="optional" error={faults.link} className="mt-4">
        <Input
          lead={<Icon of={LinkIcon} />}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          value={draft.link}
          onChange={(event) => change({ link: event.target.value })}
          onPaste={(event) => {
            const links = linksIn(event.clipboardData.getData('text'));
            if (!links || draft.link !== '') return;
            event.preventDefault();
            edit((now) => withLinks(now, links));
          }}
        />
      </Field>
      <div className="mt-2">
        <ChangePicker task={one.taskId} chosen={draft.links} onChosen={(links) => edit((now) => withLinks(now, links))} />
      </div>
      <Field label={one.partner ? `Note to ${one.partner}` : 'Note'} error={faults.text} className="mt-4">
        <Textarea
          autoFocus={focused}
          rows={3}
          value={draft.text}
          placeholder="What you did, in a few words"
          onChange={(event) => change({ text: event.target.value })}
          onKeyDown={sendOnEnter}
        />
      </Field>
      {faults.all && (
        <p className="err" role="alert">
          {faults.all}
        </p>
      )}
      {error && (
        <Note tone="missed" alert title={messageOf(error)} className="mt-4">
          {failedWith(error, 'offline') ? 'No answer came. ' : ''}What you wrote is still here.
        </Note>
      )}
      <div className="give-a">
        <Button variant={second ? 'secondary' : 'primary'} type="submit" busy={sending} busyLabel="Sending...">
          Send proof
        </Button>
        <span className="s2 q3 end">{paused ? 'Offline. It waits on this page.' : goesTo(one, aiToo)}</span>
      </div>
    </form>
  );
}
