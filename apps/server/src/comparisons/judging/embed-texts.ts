import { hash } from 'node:crypto'
import type { Embedding, RunError } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import type { AppContext } from '../../api/context.ts'
import { now } from '../../platform/time.ts'

type EmbedContext = Pick<AppContext, 'db' | 'embed'> & { workspaceId: string }

type EmbeddedTexts =
  | { ok: true; vectors: number[][]; tokens: number | null }
  | { ok: false; error: RunError }

const KEPT_MICROS = 90 * 24 * 3_600 * 1_000_000

/** The same text is sent to the same model once. */
export async function embedTexts(
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
  // A copy: a view of floats must begin at a multiple of four.
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
