import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link as LinkIcon } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { sendFile } from '../api/files.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import type { Verification } from '../api/verifications.ts';
import { checkedAsTyped } from '../forms/checked.ts';
import { FormField, faultAt } from '../forms/form-field.tsx';
import { useKeeping } from '../forms/kept-draft.ts';
import { useCallForm } from '../forms/use-call-form.ts';
import detailStyles from '../tasks/detail.module.css';
import { isTextField, takeHandedOver } from '../tasks/open-proof.ts';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { Input, Textarea } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import textStyles from '../ui/text.module.css';
import { ChangePicker } from './change-picker.tsx';
import { Chosen } from './chosen.tsx';
import styles from './composer.module.css';
import { DesignFields, drawn } from './design-fields.tsx';
import { diagramOf, firstDraft, keptProof, linksIn, PROOF, type ProofDraft, proofFieldOf, proofOf } from './draft.ts';
import { useAiLooksAt, useGiveProof } from './proof-acts.ts';
import { type UploadItem, useUploads } from './uploads.ts';
import { goesTo } from './words.ts';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

interface Handlers {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onText: (text: string) => void;
}

/**
 * Handles drops and pastes anywhere on the page. Files are taken always, text only if the focus is not in a text field. Returns
 * whether the person is dragging files over the page.
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
      // Some programs put a picture of the text beside the text into the clipboard. The text is what the person means.
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

/**
 * The form is stored as a draft. If it is sent while files are still being uploaded, the proof is submitted after the uploads.
 */
function useComposer(one: Verification) {
  const client = useQueryClient();
  const kept = useMemo(() => keptProof(client, one.id), [client, one.id]);
  const [first] = useState(() => firstDraft(kept.read(), one.type, one.submissions.at(-1)));
  const [wanted, setWanted] = useState(false);
  const { items, uploads } = useUploads(one.id);
  const isGoing = items.some(({ status }) => status === 'uploading' || status === 'waiting');
  const giving = useGiveProof(one.id, () => {
    kept.forget();
    uploads.clear();
  });
  const pictureOf = async (draft: ProofDraft): Promise<string | null> => {
    const diagram = diagramOf(draft);
    return diagram === null ? null : await sendFile(await drawn(diagram), 'diagram.png', one.id);
  };
  const form = useCallForm({
    resolver: checkedAsTyped(PROOF),
    mode: 'onSubmit',
    defaultValues: { ...first, files: [] },
    fieldOf: proofFieldOf,
    send: async (draft) => {
      if (isGoing) return setWanted(true);
      const picture = await pictureOf(draft).catch((error: unknown) => {
        form.setError('design', { message: error instanceof Error ? error.message : 'The diagram could not be drawn.' });
      });
      const files = items.flatMap(({ id }) => id ?? []);
      if (picture !== undefined) await giving.mutateAsync(proofOf(draft, files, picture));
    },
  });
  const { setValue, getValues, submit } = form;
  const { files: _, ...draft } = form.watch();
  // The draft was deleted when the answer came and must not be stored again.
  useKeeping(kept, giving.isSuccess ? null : draft);

  const states = items.map(({ status }) => status).join(' ');
  useEffect(() => setValue('files', states === '' ? [] : (states.split(' ') as UploadItem['status'][])), [states, setValue]);
  useEffect(() => {
    if (!wanted || isGoing) return;
    setWanted(false);
    void submit();
  }, [wanted, isGoing, submit]);

  const addLinks = useCallback(
    (links: readonly string[]) => setValue('links', [...new Set([...getValues('links'), ...links])]),
    [setValue, getValues],
  );
  return { form, draft, addLinks, items, uploads, sending: giving.isPending || wanted, paused: giving.isPaused };
}

interface ComposerProps {
  readonly one: Verification;
  readonly focused: boolean;
  /** Whether the page offers a better way to give this proof. The primary button belongs to that way, and this form is folded up. */
  readonly second: boolean;
}

/** On a phone's keyboard Enter starts a new line, because it has no other key for that. */
const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/**
 * Takes text, links, commits, files and the parts of a system design. Files can be dropped and content pasted anywhere on the
 * page. Enter sends, Shift+Enter starts a new line.
 */
export function Composer({ one, focused, second }: ComposerProps) {
  const aiToo = useAiLooksAt(one.type);
  const { form, draft, addLinks, items, uploads, sending, paused } = useComposer(one);
  const filesFault = faultAt(form, 'files');
  const takeText = (text: string) => {
    const links = linksIn(text);
    if (links) addLinks(links);
    else form.setValue('text', draft.text === '' ? text : `${draft.text}\n${text}`);
  };
  const over = useAnywhere({ onFiles: (files) => uploads.add(files), onText: takeText });
  useEffect(() => {
    const handed = takeHandedOver(one.id);
    if (handed && handed.files.length > 0) uploads.add(handed.files);
    else if (handed) addLinks(linksIn(handed.text) ?? []);
  }, [one.id, uploads, addLinks]);
  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch()) return;
    event.preventDefault();
    void form.submit();
  }
  const isBegun = items.length > 0 || draft.links.length > 0 || draft.text !== '' || draft.link !== '';
  const fields = (
    <form {...form.attributes} className={detailStyles.section} data-part="detail-section" aria-labelledby="give-h">
      <h3 id="give-h" className={second ? layoutStyles.visuallyHidden : undefined}>
        {one.submissions.length > 0 ? 'Send again' : 'Give proof'}
      </h3>
      <Chosen
        items={items}
        links={draft.links}
        over={over}
        onFiles={(files) => uploads.add(files)}
        onRemove={(key) => uploads.remove(key)}
        onRemoveLink={(link) =>
          form.setValue(
            'links',
            draft.links.filter((each) => each !== link),
          )
        }
      />
      {draft.design && <DesignFields form={form} />}
      <FormField form={form} name="link" label="Commit or link" note="optional" className={layoutStyles.before16}>
        <Input
          lead={<Icon of={LinkIcon} />}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          {...form.register('link')}
          onPaste={(event) => {
            const links = linksIn(event.clipboardData.getData('text'));
            if (!links || draft.link !== '') return;
            event.preventDefault();
            addLinks(links);
          }}
        />
      </FormField>
      <div className={layoutStyles.before8}>
        <ChangePicker task={one.taskId} chosen={draft.links} onChosen={addLinks} />
      </div>
      <FormField form={form} name="text" label={one.partner ? `Note to ${one.partner}` : 'Note'} className={layoutStyles.before16}>
        <Textarea
          autoFocus={focused && !second}
          rows={3}
          placeholder="What you did, in a few words"
          {...form.register('text')}
          onKeyDown={sendOnEnter}
        />
      </FormField>
      {filesFault && (
        <p className={fieldStyles.fault} data-part="fault" role="alert">
          {filesFault}
        </p>
      )}
      {form.failure && (
        <Note tone="missed" alert title={messageOf(form.failure)} className={layoutStyles.before16}>
          {failedWith(form.failure, 'offline') ? 'No answer came. ' : ''}What you wrote is still here.
        </Note>
      )}
      <div className={styles.actions}>
        <Button variant={second ? 'secondary' : 'primary'} type="submit" busy={sending} busyLabel="Sending...">
          Send proof
        </Button>
        <span className={clsx(textStyles.small, textStyles.faint, textStyles.atEnd, styles.atEnd)}>
          {paused ? 'Offline. It waits on this page.' : goesTo(one, aiToo)}
        </span>
      </div>
    </form>
  );
  if (!second) return fields;
  return (
    <details className={styles.second} open={isBegun || undefined}>
      <summary className={clsx(textStyles.link, textStyles.small)}>Give another proof instead</summary>
      {fields}
    </details>
  );
}
