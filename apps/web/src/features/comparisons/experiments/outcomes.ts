import type { ExperimentAnswer, ExperimentResults } from '@lathe/contract'
import { isMoreBetter, type Measure, type Observation, type Outcome } from '@lathe/stats'
import { NO_VOTES } from '@lathe/verdicts'
import type { Asked } from '../statistics/statistics.worker.ts'

/** By what experiments are compared; `vote` is what judges said who saw several answers at once. */
export type Ruler = {
  id: string
  name: string
  measure: Measure | 'vote' | 'unscaled'
  key?: string
}

const SPENT: Ruler[] = [
  { id: 'latency', name: 'Latency', measure: 'latency' },
  { id: 'cost', name: 'Cost', measure: 'cost' },
  { id: 'tokens', name: 'Tokens', measure: 'tokens' },
]

export function rulersOf({ answers, votes }: ExperimentResults): Ruler[] {
  const values = new Map<string, number[]>()
  for (const { scores } of answers)
    for (const [key, score] of Object.entries(scores))
      values.set(key, [...(values.get(key) ?? []), score])
  const scored = [...values]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, all]): Ruler => ({ id: `score:${key}`, name: key, key, measure: measureOf(all) }))
  const voted = [...new Set(votes.map(({ key }) => key))]
    .toSorted()
    .map((key): Ruler => ({ id: `vote:${key}`, name: `${key}, pairwise`, key, measure: 'vote' }))
  const isPass = ({ measure }: Ruler) => measure === 'pass'
  return [...scored.filter(isPass), ...scored.filter((one) => !isPass(one)), ...voted, ...SPENT]
}

function measureOf(values: readonly number[]): Ruler['measure'] {
  if (values.every((value) => value === 0 || value === 1)) return 'pass'
  return values.every((value) => value >= 0 && value <= 1) ? 'score' : 'unscaled'
}

/** What an answer comes to; undefined while it is not known. */
export function outcomeOf(answer: ExperimentAnswer, { measure, key }: Ruler): Outcome | undefined {
  if (answer.status === 'error') return 'error'
  if (answer.status !== 'success') return undefined
  if (measure === 'latency') return answer.latencyMs ?? undefined
  if (measure === 'cost') return answer.cost === null ? undefined : answer.cost / 1e9
  if (measure === 'tokens') return answer.tokens
  return answer.scores[key ?? ''] ?? 'no-verdict'
}

/** What statistics are asked; undefined where nothing can be compared. */
export function askedOf(
  { experiments, answers, votes }: ExperimentResults,
  ruler: Ruler,
): Asked | undefined {
  const { measure, key } = ruler
  if (experiments.length < 2 || measure === 'unscaled') return undefined
  const subjects = experiments.map(({ id, name }) => ({
    name,
    observations: measure === 'vote' ? [] : observe(answers, id, ruler),
    // Each is a run of its own, of whatever day.
    isApart: true,
  }))
  const [baseline, ...variants] = subjects
  if (!baseline) return undefined
  if (measure !== 'vote') return { question: { measure, baseline, variants }, ballot: NO_VOTES }
  const nameOf = new Map(experiments.map(({ id, name }) => [id, name]))
  return {
    question: { measure: 'pass', baseline, variants: [] },
    ballot: {
      names: subjects.map(({ name }) => name),
      votes: votes
        .filter((vote) => vote.key === key)
        .map(({ example, first, second, winner }) => ({
          caseId: example,
          first: nameOf.get(first) ?? first,
          second: nameOf.get(second) ?? second,
          winner,
        })),
    },
  }
}

const observe = (
  answers: readonly ExperimentAnswer[],
  experiment: string,
  ruler: Ruler,
): Observation[] =>
  answers.flatMap((answer) => {
    const outcome = answer.experiment === experiment ? outcomeOf(answer, ruler) : undefined
    return outcome === undefined ? [] : [{ caseId: answer.example, outcome }]
  })

/** Of repeats the mean of what is known. */
export function levelOf(answers: readonly ExperimentAnswer[], ruler: Ruler): number | undefined {
  const known = answers.flatMap((answer) => {
    const outcome = outcomeOf(answer, ruler)
    return typeof outcome === 'number' ? [outcome] : []
  })
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0) / known.length
}

export type Moved = 'improved' | 'regressed'

export function movedOf(
  before: readonly ExperimentAnswer[],
  after: readonly ExperimentAnswer[],
  ruler: Ruler,
): Moved | undefined {
  const { measure } = ruler
  if (measure === 'vote' || measure === 'unscaled') return undefined
  const [from, to] = [levelOf(before, ruler), levelOf(after, ruler)]
  if (from === undefined || to === undefined || from === to) return undefined
  return to > from === isMoreBetter(measure) ? 'improved' : 'regressed'
}
