import { findOutcomeProblem, type Measure } from './measure.ts'

/**
 * A failed run is an `error` and an undecided judge is `no-verdict`; neither counts as a fail.
 * `timed-apart` is a latency measured in another hour than the baseline's, under another load.
 */
export type Outcome = number | 'error' | 'no-verdict' | 'timed-apart'

/** Outcome of one variant for one case. Repeats are further observations of the same case. */
export type Observation = { caseId: string; outcome: Outcome }

export type Sample = { name: string; observations: readonly Observation[] }

export type Averaged = {
  /** Mean of a case's repeats. */
  byCase: Map<string, number>
  seen: Set<string>
  errors: number
  noVerdicts: number
  timedApart: number
}

/**
 * Averages the repeats of each case, because cases are the sampled unit. Throws a RangeError on an
 * outcome outside the scale.
 */
export function averageRepeats({ name, observations }: Sample, measure: Measure): Averaged {
  const values = new Map<string, { sum: number; count: number }>()
  const averaged: Averaged = {
    byCase: new Map(),
    seen: new Set(),
    errors: 0,
    noVerdicts: 0,
    timedApart: 0,
  }
  for (const { caseId, outcome } of observations) {
    averaged.seen.add(caseId)
    if (outcome === 'error') averaged.errors += 1
    else if (outcome === 'no-verdict') averaged.noVerdicts += 1
    else if (outcome === 'timed-apart') averaged.timedApart += 1
    else {
      const problem = findOutcomeProblem(measure, outcome)
      if (problem)
        throw new RangeError(`${measure} of "${name}" for case "${caseId}" is ${problem}`)
      const value = values.get(caseId) ?? { sum: 0, count: 0 }
      values.set(caseId, { sum: value.sum + outcome, count: value.count + 1 })
    }
  }
  for (const [caseId, { sum, count }] of values) averaged.byCase.set(caseId, sum / count)
  return averaged
}

export type Pairs = {
  baseline: Float64Array
  variant: Float64Array
  /** Excluded runs and judgements of both sides. */
  errors: number
  noVerdicts: number
  timedApart: number
  /** Cases without an outcome on at least one side. */
  unpaired: number
}

/** Returns the cases with outcomes on both sides, in the baseline's order. */
export function pair(baseline: Averaged, variant: Averaged): Pairs {
  const observations = [...baseline.byCase].flatMap(([caseId, value]) => {
    const other = variant.byCase.get(caseId)
    return other === undefined ? [] : [{ value, other }]
  })
  return {
    baseline: Float64Array.from(observations, ({ value }) => value),
    variant: Float64Array.from(observations, ({ other }) => other),
    errors: baseline.errors + variant.errors,
    noVerdicts: baseline.noVerdicts + variant.noVerdicts,
    timedApart: baseline.timedApart + variant.timedApart,
    unpaired: new Set([...baseline.seen, ...variant.seen]).size - observations.length,
  }
}
