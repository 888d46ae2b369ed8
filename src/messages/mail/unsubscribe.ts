import { unsubscribeToken } from '../../app/delivery/mail-settings.ts';
import type { ComposePorts } from './mail.ts';

/** RFC 8058: the headers let the mail program offer a button that turns these mails off. `id`: the delivery. */
export function unsubscribeHeaders({ app, origin }: Pick<ComposePorts, 'app' | 'origin'>, id: string): Readonly<Record<string, string>> {
  return {
    'list-unsubscribe': `<${origin()}/mails/${unsubscribeToken(app.hashes, id)}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  };
}
