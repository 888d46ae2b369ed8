import { useCallback, useEffect, useState } from 'react';
import { sendFile } from '../api/files.ts';
import { ApiError } from '../api/problem.ts';
import type { Verification } from '../api/verifications.ts';
import { diagramOf, faultsOf, type ProofDraft, type ProofFaults, proofOf, serverFaults } from './draft.ts';
import { forgetDraft, readDraft, writeDraft } from './draft-store.ts';
import { drawn } from './drawn.ts';
import { useGiveProof } from './use-proof-acts.ts';
import { useUploads } from './use-uploads.ts';

const FAILED = 'Take away what could not be uploaded, or choose it again.';

/** The state of the form for proof. Sent while files are still on their way, the proof follows them. */
export function useComposer(one: Verification) {
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
