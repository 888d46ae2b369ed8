import { PROOF_CHANGES } from '../domain/task/proof-events.ts';
import { verificationRoutes } from '../http/routes/verification/routes.ts';
import { verifications } from '../projections/verification/verifications.ts';
import { reviewsLeaveWithPartner } from '../reactors/reviews-leave-with-partner.ts';
import { verificationsPart } from '../reports/bundle/verifications.ts';
import type { Feature } from './feature.ts';

/** Proof of tasks: given, judged, appealed against. Its events are in the streams of the tasks. */
export const verification: Feature = {
  name: 'verification',
  events: PROOF_CHANGES,
  projections: [verifications],
  reactors: [reviewsLeaveWithPartner],
  routes: verificationRoutes,
  bundleParts: [verificationsPart],
};
