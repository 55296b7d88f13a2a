import {
  type Embedding,
  ZERO_USAGE,
  type RunError,
  type SimilarityEvaluator,
} from '@lathe/contract'
import { toSpending } from '@lathe/traces'
import { embeddingCost } from '../../models/embedding-cost.ts'
import { free, inVain, type JudgeContext, type Making } from './making.ts'
import type { Outcome } from './verdicts.store.ts'
import { DRAINING } from '../../platform/jobs/jobs.ts'
import { hash } from 'node:crypto'
import { canonicalJson } from '@lathe/graph'
import type { AppContext } from '../../api/context.ts'
import { now } from '../../platform/time.ts'

/** Scores by the cosine similarity between the embeddings of the output and the reference. */
export async function bySimilarity(
  context: JudgeContext,
  evaluator: SimilarityEvaluator,
  { shown: { row, result } }: Making,
  signal: AbortSignal,
): Promise<Outcome> {
  const { judgeSimilarity, noReference, answerText, toText, undecided } =
    await import('@lathe/evaluators')
  const { embedding } = evaluator
  if (!embedding) return { ...free, evaluation: undecided('no embedding model is selected') }
  if (row.reference === null) return { ...free, evaluation: noReference }
  const texts = [answerText(result.output), toText(row.reference)]
  if (texts.includes('')) return { ...free, evaluation: undecided('there is no text to embed') }
  const embedded = await withGrace(signal, async (grace) => {
    const answer = await embedTexts(context, embedding, texts, grace)
    grace.throwIfAborted()
    return answer
  })
  if (!embedded.ok) return inVain(embedded.error)
  const [output = [], reference = []] = embedded.vectors
  const usage = { ...ZERO_USAGE, input: embedded.tokens ?? 0 }
  const spent = toSpending(await embeddingCost(context, embedding.model, embedded.tokens))
  const judged = { ...result, calls: [], tokens: 0, latencyMs: 0, vectors: { output, reference } }
  return { isFailed: false, usage, spent, evaluation: judgeSimilarity(evaluator, judged) }
}

/** The shutdown of the server does not wait longer than this. */
const GRACE_MS = 5_000

/**
 * Runs work whose signal follows `signal`. When the process leaves the job, running requests get a
 * grace period: the process that takes over would send and pay for them again.
 */
async function withGrace<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const own = new AbortController()
  const stop = () => own.abort(signal.reason)
  let grace: NodeJS.Timeout | undefined
  const follow = () => {
    if (signal.reason === DRAINING) grace = setTimeout(stop, GRACE_MS)
    else stop()
  }
  signal.addEventListener('abort', follow, { once: true })
  try {
    return await work(own.signal)
  } finally {
    signal.removeEventListener('abort', follow)
    clearTimeout(grace)
  }
}

type EmbedContext = Pick<AppContext, 'db' | 'embed'> & { workspaceId: string }

type EmbeddedTexts =
  | { ok: true; vectors: number[][]; tokens: number | null }
  | { ok: false; error: RunError }

const KEPT_MICROS = 90 * 24 * 3_600 * 1_000_000

/** Embeds texts; sends each text to a model only once. */
async function embedTexts(
  context: EmbedContext,
  embedding: Embedding,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<EmbeddedTexts> {
  const keys = texts.map((text) => hash('sha256', canonicalJson([embedding, text]), 'hex'))
  const known = await findVectors(context, keys)
  const missing = new Map(
    keys.flatMap((key, index) => (known.has(key) ? [] : [[key, texts[index] ?? ''] as const])),
  )
  let tokens: number | null = 0
  if (missing.size > 0) {
    const { embed, workspaceId } = context
    const embedded = await embed(workspaceId, embedding, [...missing.values()], { signal })
    if (!embedded.ok) return embedded
    const found = [...missing.keys()].map((key, index): [string, number[]] => [
      key,
      embedded.vectors[index] ?? [],
    ])
    await keepVectors(context, found)
    for (const [key, vector] of found) known.set(key, vector)
    ;({ tokens } = embedded)
  }
  return { ok: true, vectors: keys.map((key) => known.get(key) ?? []), tokens }
}

async function findVectors({ db, workspaceId }: EmbedContext, keys: readonly string[]) {
  const rows = await db
    .selectFrom('embedded_texts')
    .select(['key', 'vector'])
    .where('workspace_id', '=', workspaceId)
    .where('key', 'in', keys)
    .execute()
  return new Map(rows.map(({ key, vector }) => [key, numbersOf(vector)]))
}

function numbersOf(stored: Uint8Array | number[]): number[] {
  if (Array.isArray(stored)) return stored
  // Copy the buffer: a Float32Array view must start at a multiple of four bytes.
  return [...new Float32Array(Uint8Array.from(stored).buffer)]
}

async function keepVectors(
  { db, workspaceId }: EmbedContext,
  vectors: readonly (readonly [key: string, vector: number[]])[],
): Promise<void> {
  await db
    .deleteFrom('embedded_texts')
    .where('created_at', '<', now() - KEPT_MICROS)
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
