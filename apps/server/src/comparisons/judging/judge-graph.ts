import type { GraphDocument, JudgeEvaluator, PairwiseEvaluator } from '@lathe/contract'
import { hashDocument, structuredPromptDocument } from '@lathe/graph'

/** Input channel for the judge's answer. Unlikely to collide with a case input. */
export const VERDICT = 'lathe_verdict'

export type JudgeGraph = { hash: string; document: GraphDocument }

/** Builds the graph that asks a judge. */
export async function judgeGraph(
  evaluator: JudgeEvaluator | PairwiseEvaluator,
): Promise<JudgeGraph> {
  const { judgeSchema, pairSchema } = await import('@lathe/evaluators')
  const schema = evaluator.kind === 'pairwise' ? pairSchema : judgeSchema(evaluator)
  const document = structuredPromptDocument(evaluator, { name: VERDICT, schema, node: 'judge' })
  return { hash: hashDocument(document), document }
}
