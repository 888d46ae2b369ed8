import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { type CodeTask, codeTaskKeys, removeQuestion } from '../../api/code-tasks.ts';
import { messageOf } from '../../api/problem.ts';
import { markStale, readStale } from '../../api/stale.ts';
import { ALL_OF_TASKS } from '../../tasks/after-task.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';

const CONFIRM = 'Remove this question from the task?';

/** Takes a question away for which no code was submitted. */
export function RemoveQuestion({ question: { id, taskId } }: { question: CodeTask }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const removing = useMutation({
    mutationFn: () => removeQuestion(id),
    onSuccess: () => {
      client.setQueryData<CodeTask[]>(codeTaskKeys.of(taskId), (all) => all?.filter((one) => one.id !== id));
      // What remains may be the proof of the task.
      markStale(client, [codeTaskKeys.of(taskId), ...ALL_OF_TASKS]);
      readStale(client);
      void navigate(`/verify/task/${encodeURIComponent(taskId)}`);
    },
  });
  return (
    <>
      <Button
        size="s"
        variant="ghost"
        busy={removing.isPending}
        busyLabel="Removing..."
        onClick={() => window.confirm(CONFIRM) && removing.mutate()}
      >
        Remove it
      </Button>
      {removing.error && <Note tone="missed" alert title={messageOf(removing.error)} />}
    </>
  );
}
