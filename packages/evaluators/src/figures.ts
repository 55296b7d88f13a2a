import type { Evaluation, LimitEvaluator, SimilarityEvaluator } from '@lathe/contract'
import { failed, passed, undecided, type EvaluatedRun } from './judged.ts'

const NANOS = 1e9
const dollars = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const show: Record<LimitEvaluator['measure'], (value: number) => string> = {
  latency: (ms) => `${Math.round(ms).toLocaleString('en')} ms`,
  cost: (nanos) => `$${dollars.format(nanos / NANOS)}`,
  tokens: (tokens) => `${tokens.toLocaleString('en')} tokens`,
}

const unknown: Record<LimitEvaluator['measure'], string> = {
  latency: 'it has no time of its own: a batch or a tape answered, or it was begun twice',
  cost: 'what it costs is not known: a price is missing, or a tape answered',
  tokens: 'what it used is not known',
}

export function judgeLimit({ measure, atMost }: LimitEvaluator, run: EvaluatedRun): Evaluation {
  const used = { latency: run.latencyMs, cost: run.cost, tokens: run.tokens }[measure]
  if (used === null) return undecided(unknown[measure])
  const comparison = `${show[measure](used)} of at most ${show[measure](atMost)}`
  return used <= atMost ? passed(comparison) : failed(comparison)
}

const dotProduct = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)

/** In [−1, 1]; undefined when the lengths differ or one of them points nowhere. */
export function cosineSimilarity(a: readonly number[], b: readonly number[]) {
  if (a.length !== b.length) return undefined
  const dot = dotProduct(a, b)
  const length = Math.sqrt(dotProduct(a, a)) * Math.sqrt(dotProduct(b, b))
  return length > 0 && Number.isFinite(length) ? dot / length : undefined
}

export function judgeSimilarity(
  { atLeast }: SimilarityEvaluator,
  { vectors }: EvaluatedRun,
): Evaluation {
  if (!vectors) return undecided('there are no embeddings of both the output and the reference')
  const cosine = cosineSimilarity(vectors.output, vectors.reference)
  if (cosine === undefined) return undecided('the embeddings cannot be compared')
  // Opposite directions are as unlike as unrelated ones, and rounding may pass 1.
  const score = Math.min(1, Math.max(0, cosine))
  const reason = `cosine similarity ${score.toFixed(3)}`
  if (atLeast === undefined) return { status: 'scored', score, reason }
  return (score >= atLeast ? passed : failed)(`${reason}, at least ${atLeast} was asked for`)
}
