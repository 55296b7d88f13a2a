import { noUsage, type SimilarityEvaluator } from '@lathe/contract'
import { asSpending } from '@lathe/traces'
import { embeddingCost } from '../../models/embedding-cost.ts'
import { embedTexts } from './embed-texts.ts'
import { free, inVain, type JudgeContext, type Making } from './making.ts'
import { withGrace } from './with-grace.ts'
import type { Outcome } from './verdicts.store.ts'

/** By the angle between the embeddings of the output and of the reference. */
export async function bySimilarity(
  context: JudgeContext,
  evaluator: SimilarityEvaluator,
  { shown: { row, result } }: Making,
  signal: AbortSignal,
): Promise<Outcome> {
  const { judgeSimilarity, noReference, saidIn, textOf, undecided } =
    await import('@lathe/evaluators')
  const { embedding } = evaluator
  if (!embedding) return { ...free, evaluation: undecided('no embedding model is chosen') }
  if (row.reference === null) return { ...free, evaluation: noReference }
  const texts = [saidIn(result.output), textOf(row.reference)]
  if (texts.includes('')) return { ...free, evaluation: undecided('there is no text to embed') }
  const embedded = await withGrace(signal, async (grace) => {
    const answer = await embedTexts(context, embedding, texts, grace)
    grace.throwIfAborted()
    return answer
  })
  if (!embedded.ok) return inVain(embedded.error)
  const [output = [], reference = []] = embedded.vectors
  const usage = { ...noUsage, input: embedded.tokens ?? 0 }
  const spent = asSpending(await embeddingCost(context, embedding.model, embedded.tokens))
  const judged = { ...result, calls: [], tokens: 0, latencyMs: 0, vectors: { output, reference } }
  return { isFailed: false, usage, spent, evaluation: judgeSimilarity(evaluator, judged) }
}
