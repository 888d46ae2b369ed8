import type { App } from '../../../app/app.ts';
import { ownFile, removeFile, takeUpload } from '../../../app/file/files.ts';
import type { Quota } from '../../../app/file/quota.ts';
import * as calls from '../../../contracts/calls/file.ts';
import type { File } from '../../../contracts/file.ts';
import { planOf } from '../../../contracts/plan.ts';
import type { Stored } from '../../../ports/documents.ts';
import type { OpenFile } from '../../../ports/files.ts';
import { fileTexts, presentFile } from '../../../presenters/file.ts';
import { type FileDoc, filesOf, file as findFile } from '../../../projections/file.ts';
import type { IncomingFile, Sender } from '../../kernel/body.ts';
import { jsonOf, listPage } from '../../kernel/list-page.ts';
import { unlessGone } from '../../kernel/long-answers.ts';
import { callerOf } from '../../kernel/principal.ts';
import { invalid, notFound } from '../../kernel/problems.ts';
import { json, noContent, type Route, route } from '../../kernel/route.ts';
import { byId } from '../../one-shown.ts';
import { type Deps, waitForReadModels } from '../../routes.ts';
import { answerBytes, answerPreview } from './bytes.ts';

const MIB = 1_048_576;

/** The room that the owner's plan gives. */
export const quotaOf = ({ plans }: Pick<App, 'plans'>, owner: string): Quota => ({
  least: planOf('free').limits.storage_mb * MIB,
  ask: async () => (await plans.of(owner)).limits.storage_mb * MIB,
});

/** Streams a file of a form into an upload. `keep` returns the upload's id. */
export const asUpload = (app: App) => ({
  async keep({ content }: IncomingFile, { principal, newId }: Sender): Promise<string> {
    const owner = principal?.owner ?? '';
    const upload = newId();
    await app.files.receive(owner, upload, app.clock.now(), content);
    return upload;
  },
  discard: (upload: string, { principal }: Sender): Promise<void> => app.files.abandon(principal?.owner ?? '', upload),
});

const A_PAGE = 100;

export function fileRoutes(deps: Deps): readonly Route[] {
  const { app, pages } = deps;

  const present = async (owner: string, found: readonly Stored<FileDoc>[]): Promise<readonly File[]> => {
    await app.opener.ready(owner);
    return found.map((one) => presentFile(app.opener, one));
  };
  async function own(owner: string, fileId: string): Promise<FileDoc> {
    const doc = await byId(fileId, (known) => ownFile(app, owner, known));
    if (doc === null) throw notFound();
    return doc;
  }
  async function opened(owner: string, { content }: FileDoc): Promise<OpenFile> {
    const file = await app.files.read(owner, content);
    if (file === null) throw notFound();
    return file;
  }

  return [
    route(calls.uploadFile, {
      receiving: asUpload(app),
      async handle({ context, principal, body, correlationId }) {
        const { owner } = principal;
        const [sent] = body.files;
        if (!sent) throw invalid({ file: ['Send a file.'] });
        const upload = { id: sent.kept, name: sent.filename ?? '', taskId: body.fields.task_id ?? null, quota: quotaOf(app, owner) };
        const caller = callerOf({ principal, correlationId });
        await waitForReadModels(deps, await unlessGone(context, (gone) => takeUpload(app, caller, upload, gone)));
        const found = await findFile(app.views, sent.kept);
        if (found === null) throw notFound();
        return json(201, (await present(owner, [found]))[0], { Location: `/api/files/${found.id}` });
      },
    }),
    route(calls.listFiles, {
      async handle(call) {
        const { owner } = call.principal;
        return listPage(pages, call, {
          limit: A_PAGE,
          read: (page) => filesOf(app.views, owner, { task: call.query.task_id, ...page }),
          texts: async (found) => jsonOf(await present(owner, found)),
        });
      },
    }),
    route(calls.downloadFile, {
      async handle(call) {
        const { owner } = call.principal;
        const doc = await own(owner, call.params.id ?? '');
        await app.opener.ready(owner);
        const { name, sha256 } = fileTexts(app.opener, doc);
        return answerBytes(call, await opened(owner, doc), { name, sha256, type: doc.type });
      },
    }),
    route(calls.downloadPreview, {
      async handle({ principal, params, query, context }) {
        const doc = await own(principal.owner, params.id ?? '');
        return answerPreview(app, context, { id: params.id ?? '', doc, size: query.size });
      },
    }),
    route(calls.removeFile, {
      async handle({ principal, params, correlationId }) {
        await own(principal.owner, params.id ?? '');
        await waitForReadModels(deps, await removeFile(app, callerOf({ principal, correlationId }), params.id ?? ''));
        return noContent();
      },
    }),
  ];
}
