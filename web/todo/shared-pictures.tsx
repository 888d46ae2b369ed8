import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { plural } from '../../src/contracts/words/format.ts';
import { serverNow } from '../api/clock.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { forgetSharedPictures, type SharedPictures, sharedPictures } from '../api/shared-pictures.ts';
import { type Task, tasksQuery } from '../api/tasks.ts';
import { openNewTask, useNewTaskOpening } from '../quick-add/early-line.tsx';
import { keepSharedAsProof } from '../quick-add/shared.ts';
import { dueOf } from '../tasks/due.ts';
import { newDueWords } from '../tasks/move.ts';
import { type HandedOver, handOver, useOpenProof } from '../tasks/open-proof.ts';
import { setProofOfNext } from '../tasks/proof-of-next.ts';
import { canProve } from '../tasks/state.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import menuStyles from '../ui/menu.module.css';
import textStyles from '../ui/text.module.css';
import styles from './shared-pictures.module.css';

const dueWords = (task: Task, { zone, today }: OwnerClock): string => {
  const due = dueOf(task, zone);
  return due === null ? '' : newDueWords({ dueDate: due.date, dueTime: due.time }, today);
};

/** Null while they are being read from the browser's database. */
function useSharedPictures(): readonly SharedPictures[] | null {
  const [found, setFound] = useState<readonly SharedPictures[] | null>(null);
  useEffect(() => void sharedPictures(Date.now()).then(setFound), []);
  return found;
}

/** Asks what shared pictures are for, until the person has decided. `onClose`: they are decided, or left for later. */
export function SharedPicturesDialog({ onClose }: { onClose: () => void }) {
  const shared = useSharedPictures();
  const client = useQueryClient();
  const isAdding = useNewTaskOpening() !== null;
  const openProof = useOpenProof();
  const files = (shared ?? []).flatMap((one) => one.files);
  const proof: HandedOver = { files, text: '', onTaken: () => void forgetSharedPictures() };
  const isNothing = shared !== null && files.length === 0;
  useEffect(() => {
    if (isNothing) onClose();
  }, [isNothing, onClose]);
  // The overlay was closed, perhaps without a task.
  useEffect(() => {
    if (!isAdding) setProofOfNext(null);
  }, [isAdding]);

  function addTask() {
    for (const one of shared ?? []) keepSharedAsProof(client, one);
    setProofOfNext(proof);
    openNewTask();
  }
  function give(id: string) {
    handOver(id, proof);
    openProof(id);
  }
  async function discard() {
    await forgetSharedPictures();
    onClose();
  }
  return (
    <Dialog
      open={files.length > 0 && !isAdding}
      onOpenChange={(open) => !open && onClose()}
      title={`What ${files.length === 1 ? 'is this picture' : `are these ${plural(files.length, 'picture')}`} the proof of?`}
      text={`${files.length === 1 ? 'It stays' : 'They stay'} on this device until you decide, for a day at most.`}
      actions={
        <>
          <Button onClick={() => void discard()}>Discard</Button>
          <Button variant="primary" icon={<Icon of={Plus} />} onClick={addTask}>
            New task
          </Button>
        </>
      }
    >
      <ul className={styles.pictures} aria-label="Shared">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and pictures may have the same name
          <Picture key={index} file={file} />
        ))}
      </ul>
      <Choices onChoose={give} />
    </Dialog>
  );
}

function Picture({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return <li>{url && <img src={url} alt={file.name} />}</li>;
}

function Choices({ onChoose }: { onChoose: (id: string) => void }) {
  const tasks = useQuery(tasksQuery()).data ?? [];
  const clock = useOwnerClock();
  const open = tasks.filter((task) => canProve(task, serverNow()));
  if (open.length === 0) return <p>No open task asks for proof. It can be that of a new one.</p>;
  return (
    <ul className={styles.tasks} aria-label="Tasks that take proof">
      {open.map((task) => (
        <li key={task.id}>
          <button type="button" className={menuStyles.item} onClick={() => onChoose(task.id)}>
            <span className={clsx(layoutStyles.filling, layoutStyles.cutOff)} dir="auto">
              {task.title}
            </span>
            <span className={clsx(textStyles.small, textStyles.faint)}>{dueWords(task, clock)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
