import type { ExperimentVote, Json } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import type { Answer } from './answers.store.ts'

const SOME = 500

type Score = {
  spanId: string
  key: string
  score: number | null
  category: string | null
  comparative: string | null
}

/** Longer text is a comment, not a category. */
export const LONGEST_CATEGORY = 100

/** Reads the category from a feedback value. Null if it is none. */
export function readCategory(value: Json | undefined): string | null {
  const isScalar =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  const text = isScalar ? String(value).trim() : ''
  return text === '' || text.length > LONGEST_CATEGORY ? null : text
}

/** Lists scores and categories of the answers, oldest first. */
export async function listScores(
  db: Queries,
  workspaceId: string,
  answers: readonly Answer[],
): Promise<Score[]> {
  const scores: Score[] = []
  for (let start = 0; start < answers.length; start += SOME) {
    const ids = answers.slice(start, start + SOME).map(({ spanId }) => spanId)
    const rows = await db
      .selectFrom('feedback')
      .select(['span_id', 'key', 'score', 'value', 'comparative_id'])
      .where('workspace_id', '=', workspaceId)
      .where('span_id', 'in', ids)
      .where((eb) => eb.or([eb('score', 'is not', null), eb('value', 'is not', null)]))
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    for (const { span_id: spanId, key, score, value, comparative_id: comparative } of rows)
      scores.push({
        spanId: spanId ?? '',
        key,
        score: score === null ? null : Number(fromJsonOrNull(score)),
        category: readCategory(fromJsonOrNull(value) ?? undefined),
        comparative,
      })
  }
  return scores
}

type Judged = { scores: Record<string, number>; categories: Record<string, string> }

/** Returns the newest of each key by span. */
export function newestBySpan(scores: readonly Score[]): Map<string, Judged> {
  const found = new Map<string, Judged>()
  for (const { spanId, key, score, category, comparative } of scores) {
    if (comparative !== null) continue
    const { scores: numbers = {}, categories = {} } = found.get(spanId) ?? {}
    found.set(spanId, {
      scores: withEntry(numbers, key, score),
      categories: withEntry(categories, key, category),
    })
  }
  return found
}

function withEntry<T>(entries: Record<string, T>, key: string, value: T | null): Record<string, T> {
  const { [key]: _older, ...others } = entries
  return value === null ? others : { ...others, [key]: value }
}

/** Returns, per example judged across experiments, which answer scored higher. */
export function votesOf(answers: readonly Answer[], scores: readonly Score[]): ExperimentVote[] {
  const answerOf = new Map(answers.map((answer) => [answer.spanId, answer]))
  const judged = scores.flatMap(({ spanId, key, score, comparative }) => {
    const answer = answerOf.get(spanId)
    return comparative === null || score === null || !answer
      ? []
      : [{ ...answer, key, score, comparative }]
  })
  const together = Map.groupBy(judged, (one) =>
    JSON.stringify([one.comparative, one.key, one.example]),
  )
  return [...together.values()].flatMap((some) => {
    const sides = [...Map.groupBy(some, ({ experiment }) => experiment)].map(([id, own]) => ({
      id,
      score: own.reduce((sum, { score }) => sum + score, 0) / own.length,
    }))
    const [{ key, example } = { key: '', example: '' }] = some
    return sides.flatMap((first, at) =>
      sides.slice(at + 1).map((second): ExperimentVote => ({
        key,
        example,
        first: first.id,
        second: second.id,
        winner:
          first.score === second.score ? 'tie' : first.score > second.score ? 'first' : 'second',
      })),
    )
  })
}
