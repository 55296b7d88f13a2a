import type { Evaluation, LimitEvaluator, SimilarityEvaluator } from '@lathe/contract'
import { failed, passed, undecided, type EvaluatedRun } from './evaluated-run.ts'

const NANOS = 1e9
const dollars = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const show: Record<LimitEvaluator['measure'], (value: number) => string> = {
  latency: (ms) => `${Math.round(ms).toLocaleString('en')} ms`,
  cost: (nanos) => `$${dollars.format(nanos / NANOS)}`,
  tokens: (tokens) => `${tokens.toLocaleString('en')} tokens`,
}

const unknown: Record<LimitEvaluator['measure'], string> = {
  latency:
    'latency is unknown: the answer came from a batch or a recording, or the run started more than once',
  cost: 'cost is unknown: a price is missing, or the answer came from a recording',
  tokens: 'token usage is unknown',
}

/** Evaluates whether latency, cost or tokens stay within a limit. */
export function judgeLimit({ measure, atMost }: LimitEvaluator, run: EvaluatedRun): Evaluation {
  const actual = { latency: run.latencyMs, cost: run.cost, tokens: run.tokens }[measure]
  if (actual === null) return undecided(unknown[measure])
  const comparison = `${show[measure](actual)} of at most ${show[measure](atMost)}`
  return actual <= atMost ? passed(comparison) : failed(comparison)
}

const dotProduct = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)

/**
 * Returns the cosine similarity in [−1, 1]. Undefined if the lengths differ or a vector has length
 * 0.
 */
export function cosineSimilarity(a: readonly number[], b: readonly number[]) {
  if (a.length !== b.length) return undefined
  const dot = dotProduct(a, b)
  const length = Math.sqrt(dotProduct(a, a)) * Math.sqrt(dotProduct(b, b))
  return length > 0 && Number.isFinite(length) ? dot / length : undefined
}

/** Evaluates the cosine similarity of the output's and the reference's embeddings. */
export function judgeSimilarity(
  { atLeast }: SimilarityEvaluator,
  { vectors }: EvaluatedRun,
): Evaluation {
  if (!vectors) return undecided('embeddings of the output and of the reference are missing')
  const cosine = cosineSimilarity(vectors.output, vectors.reference)
  if (cosine === undefined) return undecided('the embeddings cannot be compared')
  // Opposite vectors count as unrelated, and rounding may exceed 1.
  const score = Math.min(1, Math.max(0, cosine))
  const reason = `cosine similarity ${score.toFixed(3)}`
  if (atLeast === undefined) return { status: 'scored', score, reason }
  return (score >= atLeast ? passed : failed)(`${reason}, required is at least ${atLeast}`)
}
