import { Link as LinkIcon } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { sendFile } from '../api/files.ts';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import type { Verification } from '../api/verifications.ts';
import { isTextField, takeHandedOver } from '../tasks/open-proof.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input, Textarea } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { ChangePicker } from './change-picker.tsx';
import { Chosen } from './chosen.tsx';
import { DesignFields, drawn } from './design-fields.tsx';
import {
  diagramOf,
  faultsOf,
  forgetDraft,
  linksIn,
  type ProofDraft,
  type ProofFaults,
  proofOf,
  readDraft,
  serverFaults,
  withLinks,
  writeDraft,
} from './draft.ts';
import { useAiLooksAt, useGiveProof } from './proof-acts.ts';
import { useUploads } from './uploads.ts';
import { goesTo } from './words.ts';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

interface Handlers {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onText: (text: string) => void;
}

/**
 * Takes what is dropped or pasted anywhere on the page: files wherever the focus is, and text where it is in no text field.
 * Gives whether files are held over the page.
 */
function useAnywhere(handlers: Handlers): boolean {
  const newest = useRef(handlers);
  newest.current = handlers;
  const [over, setOver] = useState(false);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.defaultPrevented) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text').trim() ?? '';
      // Some programs put a picture of the text beside the text itself.
      if (files.length > 0 && text === '') newest.current.onFiles(files);
      else if (text !== '' && !isTextField(event.target)) newest.current.onText(text);
      else return;
      event.preventDefault();
    };
    const hold = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      const text = event.dataTransfer?.getData('text/uri-list').trim() ?? '';
      if (files.length > 0) newest.current.onFiles(files);
      else if (text !== '' && !isTextField(event.target)) newest.current.onText(text);
      else return;
      event.preventDefault();
    };
    document.addEventListener('paste', paste);
    window.addEventListener('dragover', hold);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('paste', paste);
      window.removeEventListener('dragover', hold);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return over;
}

const FAILED = 'Take away what could not be uploaded, or choose it again.';

/** The state of the form for proof. Sent while files are still on their way, the proof follows them. */
function useComposer(one: Verification) {
  const [draft, setDraft] = useState<ProofDraft>(() => readDraft(one.id, one.type, one.submissions.at(-1)));
  const [tried, setTried] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [fault, setFault] = useState<ProofFaults>({});
  const { items, uploads } = useUploads(one.id);
  const giving = useGiveProof(one.id, () => {
    forgetDraft(one.id);
    uploads.clear();
  });
  const { mutate, isPending, isSuccess, reset } = giving;
  useEffect(() => {
    // The draft of a proof that was given was forgotten when its answer came.
    if (!isSuccess) writeDraft(one.id, draft);
  }, [draft, one.id, isSuccess]);

  const own: ProofFaults = { ...faultsOf(draft, items.length), ...(items.some(({ status }) => status === 'failed') && { all: FAILED }) };
  const isGoing = items.some(({ status }) => status === 'uploading' || status === 'waiting');
  const isWrong = Object.keys(own).length > 0;

  const give = useCallback(async () => {
    try {
      const diagram = diagramOf(draft);
      const picture = diagram === null ? null : await sendFile(await drawn(diagram), 'diagram.png', one.id);
      const files = items.flatMap(({ id }) => id ?? []);
      mutate(proofOf(draft, files, picture));
    } catch (error) {
      setFault({ design: error instanceof Error ? error.message : 'The diagram could not be drawn.' });
    }
  }, [draft, items, one.id, mutate]);

  useEffect(() => {
    if (!wanted || isGoing) return;
    setWanted(false);
    if (!isWrong) void give();
  }, [wanted, isGoing, isWrong, give]);

  const edit = useCallback(
    (change: (draft: ProofDraft) => ProofDraft) => {
      setDraft(change);
      setFault({});
      if (!isPending) reset();
    },
    [isPending, reset],
  );
  const refused = giving.error instanceof ApiError ? serverFaults(giving.error.errors) : {};
  return {
    draft,
    edit,
    change: (next: Partial<ProofDraft>) => edit((now) => ({ ...now, ...next })),
    items,
    uploads,
    faults: { ...(tried && own), ...refused, ...fault },
    sending: isPending || wanted,
    /** A refusal that is about no field. */
    error: giving.error && Object.keys(refused).length === 0 ? giving.error : null,
    paused: giving.isPaused,
    submit: () => {
      setTried(true);
      setFault({});
      if (!isPending && !isWrong) setWanted(true);
    },
  };
}

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
