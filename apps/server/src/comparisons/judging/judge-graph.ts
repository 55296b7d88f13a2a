import type { GraphDocument, JudgeEvaluator, PairwiseEvaluator } from '@lathe/contract'
import { hashDocument, structuredPromptDocument } from '@lathe/graph'

/** Where a judge's answer goes; case inputs are hardly called so. */
export const VERDICT = 'lathe_verdict'

export type JudgeGraph = { hash: string; document: GraphDocument }

/** What asking a judge executes. */
export async function judgeGraph(
  evaluator: JudgeEvaluator | PairwiseEvaluator,
): Promise<JudgeGraph> {
  const { judgeSchema, pairSchema } = await import('@lathe/evaluators')
  const schema = evaluator.kind === 'pairwise' ? pairSchema : judgeSchema(evaluator)
  const document = structuredPromptDocument(evaluator, { name: VERDICT, schema, node: 'judge' })
  return { hash: hashDocument(document), document }
}
