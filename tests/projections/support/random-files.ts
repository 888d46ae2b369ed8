import { FileUploaded, fileStream } from '../../../src/domain/file/events.ts';
import { ProofSubmitted } from '../../../src/domain/proof/events.ts';
import { taskStream } from '../../../src/domain/task/events.ts';
import type { World } from './world.ts';

/** Files that an owner uploads for a task or for none, removes, and gives as proof. */
export function fileActs(world: World, owner: string, pick: (below: number) => number): readonly (() => unknown)[] {
  const files: string[] = [];
  const any = () => files[pick(files.length)] ?? 'none';
  const upload = () => {
    const id = `${owner}-f${files.length}`;
    const task_id = pick(2) === 0 ? null : `t${pick(5)}`;
    const { data, private: texts } = FileUploaded.example;
    world.write(fileStream(id), owner, { type: FileUploaded.type, data: { ...data, task_id }, private: texts } as never);
    files.push(id);
  };
  const remove = () =>
    world.write(fileStream(any()), owner, { type: 'FileRemoved', data: { reason: 'removed', content: `c-${'5e'.repeat(32)}` } });
  /** Of a task that no other event is about. Some of the files are another owner's, or are none. */
  const give = () =>
    world.write(taskStream(`${owner}-proved`), owner, {
      type: ProofSubmitted.type,
      data: { ...ProofSubmitted.example.data, file_ids: [any(), 'none', `u${1 + pick(2)}-f0`] },
      private: { text: 'Done.' },
    } as never);
  const follow = () => {
    const type = pick(2) === 0 ? 'FileUnused' : 'FileUsedAgain';
    world.write(fileStream(any()), owner, { type, data: { task_id: 't1' } });
  };
  return [upload, upload, upload, remove, give, follow];
}
