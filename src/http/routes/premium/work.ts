import { feedbackOn, keptFeedback, submittedDesign } from '../../../app/premium/design-feedback.ts';
import { keptSolution, ownQuestion, solutionOf } from '../../../app/premium/solutions.ts';
import * as calls from '../../../contracts/calls/premium.ts';
import { presentDesignSubmission, presentSolution } from '../../../presenters/premium.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type Route, route, tagged } from '../../kernel/route.ts';
import { idOf } from '../../one-shown.ts';

/** Solutions of coding questions, and feedback on designs: made when they are first asked for, and kept. */
export function premiumWorkRoutes({ app }: Deps): readonly Route[] {
  return [
    route(calls.readSolution, {
      exists: ({ principal: { owner }, params }) => ownQuestion(app, owner, idOf({ params })),
      stays: async ({ principal: { owner }, params }) => (await keptSolution(app, owner, idOf({ params }))) !== null,
      handle: async (call) => tagged(presentSolution(await solutionOf(app, callerOf(call), idOf(call)))),
    }),
    route(calls.readDesignFeedback, {
      exists: ({ principal: { owner }, params }) => submittedDesign(app, owner, idOf({ params })),
      async stays({ principal: { owner }, params }) {
        const { submissionId } = await submittedDesign(app, owner, idOf({ params }));
        return (await keptFeedback(app, owner, submissionId)) !== null;
      },
      async handle(call) {
        const submitted = await submittedDesign(app, call.principal.owner, idOf(call));
        return tagged(presentDesignSubmission(submitted, await feedbackOn(app, callerOf(call), submitted)));
      },
    }),
  ];
}
