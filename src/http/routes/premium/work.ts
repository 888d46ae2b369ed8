import { feedbackOn, keptFeedback, submittedDesign } from '../../../app/premium/design-feedback.ts';
import { keptSolution, ownQuestion, solutionOf } from '../../../app/premium/solutions.ts';
import { codeSolution, designSubmission } from '../../../contracts/premium.ts';
import { presentDesignSubmission, presentSolution } from '../../../presenters/premium.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type AnyRoute, route, tagged } from '../../kernel/route.ts';
import { idOf } from '../../one-shown.ts';

/** Solutions of coding questions, and feedback on designs: made when they are first asked for, and kept. */
export function premiumWorkRoutes({ app }: Deps): readonly AnyRoute[] {
  const common = { method: 'GET', tag: 'Premium', access: 'user', scopes: ['tasks:read'], entitlement: 'pro', ownSiteOnly: true } as const;
  const refusals = ['not_found', 'ai_allowance'] as const;
  return [
    route({
      ...common,
      path: '/api/premium/coding/solutions/{id}',
      summary: 'The solution of a coding question, explained',
      description:
        'By the id of the coding question, once it is solved or its task is decided (409 before). The first call has it written, which takes up to a minute; it is kept, and stays readable without the plan. Without any key `model` is null, and nothing is kept.',
      replies: { 200: { description: 'The solution', schema: codeSolution, etag: true } },
      refusals: [...refusals, 'conflict'],
      exists: ({ principal: { owner }, params }) => ownQuestion(app, owner, idOf({ params })),
      stays: async ({ principal: { owner }, params }) => (await keptSolution(app, owner, idOf({ params }))) !== null,
      handle: async (call) => tagged(presentSolution(await solutionOf(app, callerOf(call), idOf(call)))),
    }),
    route({
      ...common,
      path: '/api/premium/system-design/submissions/{id}',
      summary: 'The newest design of a task, with feedback and follow-up questions',
      description:
        'By the id of the task. The first call has the feedback given, which takes up to a minute; it is kept, and stays readable without the plan. It judges no proof. Feedback of the rubric, which answers without any key, is not kept.',
      replies: { 200: { description: 'The design with feedback', schema: designSubmission, etag: true } },
      refusals,
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
