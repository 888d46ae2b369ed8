import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { CloudUpload } from 'lucide-react';
import type { KeptChange } from '../api/kept.ts';
import { KEPT_CHANGES } from '../tasks/after-task.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { dismiss, tryAgain, useShownChanges } from './use-kept-changes.ts';

/** The texts that a person wrote for a change, so that none is lost with it. The title is in the words of the change. */
function textsOf({ call: { args } }: KeptChange): readonly string[] {
  const fields = [args, args.body, args.change].flatMap((part) => (typeof part === 'object' && part !== null ? [part] : []));
  return fields.flatMap((part) =>
    ['title', 'description', 'proofRequirement', 'reason'].flatMap((name) => {
      const text = (part as Record<string, unknown>)[name];
      return typeof text === 'string' && text !== '' ? [text] : [];
    }),
  );
}

function Refused({ change }: { change: KeptChange }) {
  const client = useQueryClient();
  return (
    <Note
      tone="missed"
      title={`Not done: ${change.words}.`}
      actions={
        <>
          <Button size="s" onClick={() => tryAgain(client, change)}>
            Try again
          </Button>
          <Button size="s" onClick={() => dismiss(change)}>
            Dismiss
          </Button>
        </>
      }
    >
      {change.refused} You decided it before this page was opened.
      {textsOf(change).map((text) => (
        <q key={text} className="kept-text">
          {text}
        </q>
      ))}
    </Note>
  );
}

/** What was decided on an earlier page and still waits to be sent, or was refused. */
export function KeptNote({ owner }: { owner: string }) {
  const changes = useShownChanges(owner);
  const waits = useMutationState({
    filters: { mutationKey: KEPT_CHANGES, status: 'pending', predicate: ({ state }) => state.isPaused || state.failureCount > 0 },
  });
  const waiting = changes.filter(({ refused }) => refused === null);
  const refused = changes.filter((change) => change.refused !== null);
  return (
    <>
      <div role="status">
        {waits.length > 0 && waiting.length > 0 && (
          <div className="offline">
            <Icon of={CloudUpload} className="mt-[2px]" />
            Waits to be sent: {waiting.map(({ words }) => words).join(', ')}
          </div>
        )}
      </div>
      {refused.length > 0 && (
        <section className="refused" aria-label="Not done">
          {refused.map((change) => (
            <Refused key={change.id} change={change} />
          ))}
        </section>
      )}
    </>
  );
}
