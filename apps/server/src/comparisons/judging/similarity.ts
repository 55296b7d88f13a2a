import {
  type Embedding,
  ZERO_USAGE,
  type RunError,
  type SimilarityEvaluator,
} from '@lathe/contract'
import { toSpending } from '@lathe/traces'
import { embeddingCost } from '../../models/embedding-cost.ts'
import {
  type EvaluationContext,
  type EvaluatorInput,
  failedOutcome,
  freeOutcome,
} from './evaluator-input.ts'
import type { Outcome } from './verdicts.store.ts'
import { DRAINING } from '../../platform/jobs/jobs.ts'
import { hash } from 'node:crypto'
import { canonicalJson } from '@lathe/graph'
import type { ComparisonContext } from '../context.ts'
import { now } from '../../platform/time.ts'

/** Scores by the cosine similarity between the embeddings of the output and the reference. */
export async function measureSimilarity(
  context: EvaluationContext,
  evaluator: SimilarityEvaluator,
  { subject: { case: planCase, result } }: EvaluatorInput,
  signal: AbortSignal,
): Promise<Outcome> {
  const { judgeSimilarity, noReference, answerText, toText, undecided } =
    await import('@lathe/evaluators')
  const { embedding } = evaluator
  if (!embedding) return { ...freeOutcome, evaluation: undecided('no embedding model is selected') }
  if (planCase.reference === null) return { ...freeOutcome, evaluation: noReference }
  const texts = [answerText(result.output), toText(planCase.reference)]
  if (texts.includes(''))
    return { ...freeOutcome, evaluation: undecided('there is no text to embed') }
  const embedded = await withGracePeriod(signal, async (graceSignal) => {
    const answer = await embedTexts(context, embedding, texts, graceSignal)
    graceSignal.throwIfAborted()
    return answer
  })
  if (!embedded.ok) return failedOutcome(embedded.error)
  const [output = [], reference = []] = embedded.vectors
  const usage = { ...ZERO_USAGE, input: embedded.tokens ?? 0 }
  const spending = toSpending(await embeddingCost(context, embedding.model, embedded.tokens))
  const evaluated = {
    ...result,
    calls: [],
    tokens: 0,
    latencyMs: 0,
    vectors: { output, reference },
  }
  return { isFailed: false, usage, spending, evaluation: judgeSimilarity(evaluator, evaluated) }
}

/** The shutdown of the server does not wait longer than this. */
const GRACE_MS = 5_000

/**
 * Runs work whose signal follows `signal`. When the process leaves the job, running requests get a
 * grace period: the process that takes over would send and pay for them again.
 */
async function withGracePeriod<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const delayed = new AbortController()
  const stop = () => delayed.abort(signal.reason)
  let timer: NodeJS.Timeout | undefined
  const follow = () => {
    if (signal.reason === DRAINING) timer = setTimeout(stop, GRACE_MS)
    else stop()
  }
  signal.addEventListener('abort', follow, { once: true })
  try {
    return await work(delayed.signal)
  } finally {
    signal.removeEventListener('abort', follow)
    clearTimeout(timer)
  }
}

type EmbedContext = Pick<ComparisonContext, 'db' | 'embed' | 'workspaceId'>

type EmbeddedTexts =
  | { ok: true; vectors: number[][]; tokens: number | null }
  | { ok: false; error: RunError }

const RETENTION_MICROS = 90 * 24 * 3_600 * 1_000_000

/** Embeds texts; sends each text to a model only once. */
async function embedTexts(
  context: EmbedContext,
  embedding: Embedding,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<EmbeddedTexts> {
  const keys = texts.map((text) => hash('sha256', canonicalJson([embedding, text]), 'hex'))
  const vectors = await findVectors(context, keys)
  const missing = new Map(
    keys.flatMap((key, index) => (vectors.has(key) ? [] : [[key, texts[index] ?? ''] as const])),
  )
  let tokens: number | null = 0
  if (missing.size > 0) {
    const { embed, workspaceId } = context
    const embedded = await embed(workspaceId, embedding, [...missing.values()], { signal })
    if (!embedded.ok) return embedded
    const embeddedVectors = [...missing.keys()].map((key, index): [string, number[]] => [
      key,
      embedded.vectors[index] ?? [],
    ])
    await storeVectors(context, embeddedVectors)
    for (const [key, vector] of embeddedVectors) vectors.set(key, vector)
    ;({ tokens } = embedded)
  }
  return { ok: true, vectors: keys.map((key) => vectors.get(key) ?? []), tokens }
}

async function findVectors({ db, workspaceId }: EmbedContext, keys: readonly string[]) {
  const rows = await db
    .selectFrom('embedded_texts')
    .select(['key', 'vector'])
    .where('workspace_id', '=', workspaceId)
    .where('key', 'in', keys)
    .execute()
  return new Map(rows.map(({ key, vector }) => [key, toNumbers(vector)]))
}

function toNumbers(stored: Uint8Array | number[]): number[] {
  if (Array.isArray(stored)) return stored
  // Copy the buffer: a Float32Array view must start at a multiple of four bytes.
  return [...new Float32Array(Uint8Array.from(stored).buffer)]
}

async function storeVectors(
  { db, workspaceId }: EmbedContext,
  vectors: readonly (readonly [key: string, vector: number[]])[],
): Promise<void> {
  await db
    .deleteFrom('embedded_texts')
    .where('created_at', '<', now() - RETENTION_MICROS)
    .execute()
  await db
    .insertInto('embedded_texts')
    .values(
      vectors.map(([key, vector]) => ({
        workspace_id: workspaceId,
        key,
        vector: db.portable.vector(vector),
        created_at: now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
