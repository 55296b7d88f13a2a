import type { ExperimentVote } from '@lathe/contract'
import type { Queries } from '../../../db/db.ts'
import { fromJsonOrNull } from '../../../db/json.ts'
import type { Answer } from './answers.store.ts'

const SOME = 500

type Score = { spanId: string; key: string; score: number; comparative: string | null }

/** Scores of these answers, oldest first. */
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
      .select(['span_id', 'key', 'score', 'comparative_id'])
      .where('workspace_id', '=', workspaceId)
      .where('span_id', 'in', ids)
      .where('score', 'is not', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    for (const { span_id: spanId, key, score, comparative_id: comparative } of rows)
      scores.push({ spanId: spanId ?? '', key, score: Number(fromJsonOrNull(score)), comparative })
  }
  return scores
}

/** The newest of each key, by span. */
export function scoresOf(scores: readonly Score[]): Map<string, Record<string, number>> {
  const found = new Map<string, Record<string, number>>()
  for (const { spanId, key, score, comparative } of scores)
    if (comparative === null) found.set(spanId, { ...found.get(spanId), [key]: score })
  return found
}

/** Of each example that was judged for several experiments at once: whose answers scored more. */
export function votesOf(answers: readonly Answer[], scores: readonly Score[]): ExperimentVote[] {
  const answerOf = new Map(answers.map((answer) => [answer.spanId, answer]))
  const judged = scores.flatMap(({ spanId, key, score, comparative }) => {
    const answer = answerOf.get(spanId)
    return comparative === null || !answer ? [] : [{ ...answer, key, score, comparative }]
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
