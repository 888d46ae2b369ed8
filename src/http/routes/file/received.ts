import type { App } from '../../../app/app.ts';
import type { IncomingFile, Sender } from '../../kernel/bodies.ts';

/** Receives a file of a form as an upload: its bytes go to the store while they come. `keep` gives the upload's id. */
export const asUpload = (app: App) => ({
  async keep({ content }: IncomingFile, { principal, newId }: Sender): Promise<string> {
    const owner = principal?.owner ?? '';
    const upload = newId();
    await app.files.begin(owner, upload, '', app.clock.now());
    await app.files.append(owner, upload, 0, content);
    return upload;
  },
  discard: (upload: string, { principal }: Sender): Promise<void> => app.files.abandon(principal?.owner ?? '', upload),
});
