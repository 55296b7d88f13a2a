import type { ExperimentResults } from '@lathe/contract'
import { findPreferredExperiment } from '@lathe/verdicts'
import type { FileRow } from '../../platform/http/render-rows.ts'

/**
 * Returns one row per answer, by example. Columns: `score: exact`, `category: tone`, `preferred:
 * taste`.
 */
export function resultRows({
  examples,
  experiments,
  answers,
  votes,
}: ExperimentResults): FileRow[] {
  const names = new Map(experiments.map(({ id, name }) => [id, name]))
  const byExample = Map.groupBy(answers, ({ example }) => example)
  const judged = Map.groupBy(votes, ({ example }) => example)
  const keys = [...new Set(votes.map(({ key }) => key))].toSorted()
  return examples.flatMap(({ id, inputs, reference }) => {
    const chosen = keys.map((key): [string, string] => {
      const choice = findPreferredExperiment(
        (judged.get(id) ?? []).filter((vote) => vote.key === key),
      )
      if (choice.type === 'preferred')
        return [`preferred: ${key}`, names.get(choice.experiment) ?? choice.experiment]
      return [`preferred: ${key}`, choice.type === 'tie' ? 'tie' : 'no verdict']
    })
    const own = byExample.get(id) ?? []
    return experiments.flatMap((experiment) =>
      own
        .filter((answer) => answer.experiment === experiment.id)
        .map((answer): FileRow => ({
          example: id,
          inputs,
          reference,
          experiment: experiment.name,
          status: answer.status,
          output: answer.output,
          error: answer.error ?? '',
          latencyMs: answer.latencyMs,
          tokens: answer.tokens,
          // Empty if unknown, which is not 0.
          costDollars: answer.cost === null ? null : answer.cost / 1e9,
          trace: answer.traceId,
          ...Object.fromEntries(
            Object.entries(answer.scores).map(([key, score]) => [`score: ${key}`, score]),
          ),
          ...Object.fromEntries(
            Object.entries(answer.categories).map(([key, value]) => [`category: ${key}`, value]),
          ),
          ...Object.fromEntries(chosen),
        })),
    )
  })
}
