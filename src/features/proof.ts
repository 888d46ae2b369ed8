import { notifyOfProof } from '../app/proof/proof-notices.ts';
import { PROOF_CHANGES } from '../domain/proof/events.ts';
import { REVIEW_EVENTS, ReviewRequested } from '../domain/proof/review-events.ts';
import { verificationRoutes } from '../http/routes/proof.ts';
import { dueKind } from '../jobs/work.ts';
import { partnerReview } from '../messages/partner-messages/review.ts';
import { verificationMail } from '../messages/proof/verification-mail.ts';
import { ownerMail, partnerMessage } from '../messages/sending/message-kind.ts';
import { proofNotices } from '../projections/proof/proof-notices.ts';
import { reviewRequests, verifications } from '../projections/proof/verifications.ts';
import { reviewsLeaveWithPartner } from '../reactors/partner.ts';
import { aiIsAskedForReview } from '../reactors/proof.ts';
import { verificationsPart } from '../reports/bundle/proof.ts';
import type { Feature } from './feature.ts';

/**
 * Proof of tasks: giving, judging and appealing. The events are in the streams of the tasks. Requests for reviews have
 * their own streams.
 */
export const proof: Feature = {
  name: 'proof',
  events: [...PROOF_CHANGES, ...REVIEW_EVENTS],
  projections: [verifications, reviewRequests, proofNotices],
  live: { verification: [verifications] },
  dueWork: [
    dueKind({
      kind: 'review',
      order: 77,
      projection: reviewRequests,
      facts: ({ id, doc }) => ({ owner: doc.owner, id }),
      run: ({ review }, { id }) => review(id),
      promptedBy: [ReviewRequested],
      onlyBegins: true,
    }),
    // Messages about proof to the partner and to the owner; `id` is the owner.
    dueKind({
      kind: 'proof_notice',
      order: 65,
      projection: proofNotices,
      facts: ({ id }) => ({ owner: id, id }),
      run: ({ app }, { owner }) => notifyOfProof(app, owner),
    }),
  ],
  reactors: [aiIsAskedForReview, reviewsLeaveWithPartner],
  routes: verificationRoutes,
  messages: [partnerMessage(partnerReview), ownerMail('verification_update', verificationMail)],
  bundleParts: [verificationsPart],
};
