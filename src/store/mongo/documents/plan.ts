import type { Document } from 'mongodb';

export function stagesOf(explained: Document): readonly string[] {
  const plan: Document = explained.queryPlanner?.winningPlan ?? {};
  return stagesUnder(plan.queryPlan ?? plan);
}

function stagesUnder(stage: Document): readonly string[] {
  const inner: readonly Document[] = [stage.inputStage ?? [], stage.inputStages ?? []].flat();
  return [String(stage.stage), ...inner.flatMap(stagesUnder)];
}
