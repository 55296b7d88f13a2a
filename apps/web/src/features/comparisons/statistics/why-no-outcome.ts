import type { Cell, ComparisonCheck } from '@lathe/contract'
import { ALL_CHECKS, cellOutcome, type Metric } from '@lathe/verdicts'
import { plural } from '../../../lib/format.ts'
import { reasonAlone } from '../checks/evaluation-text.tsx'

/** More reasons are shown in the cells only. */
const TOLD = 2

const NOT_JUDGED = 'not judged yet'
const NOT_SAID = 'nobody has said yet'

type Asked = {
  checks: readonly ComparisonCheck[]
  cells: readonly Cell[]
  yardstick: Metric
  /** Whether judges are running. */
  isRunning: boolean
}

/** One sentence per reason why outputs have no outcome, most frequent first. */
export function whyNoOutcome({ checks, cells, yardstick, isRunning }: Asked): string[] {
  const outputs = cells.filter(({ status }) => status === 'success')
  if (yardstick.checks === undefined && !yardstick.id.startsWith('check:')) {
    return counted(outputs.flatMap((cell) => whyUncounted(cell, yardstick)))
  }
  const asked = checks.filter(({ key }) =>
    yardstick.id === ALL_CHECKS ? yardstick.checks?.includes(key) : yardstick.id === `check:${key}`,
  )
  return asked.flatMap(({ key, name }) => {
    const reasons = outputs.flatMap(({ evaluations }) => {
      const { status, reason } = evaluations[key] ?? { status: 'undecided', reason: NOT_JUDGED }
      return status === 'undecided' ? [reason] : []
    })
    return counted(reasons.map((reason) => sentenceOf(name, reason, isRunning)))
  })
}

function sentenceOf(check: string, reason: string, isRunning: boolean): string {
  if (reason === NOT_SAID) return `not rated for ${check}. Press y or n on a cell.`
  if (reason !== NOT_JUDGED) return `without a verdict by ${check}: ${ended(reasonAlone(reason))}`
  return isRunning
    ? `not judged yet by ${check}.`
    : `not judged yet by ${check}. Run to judge them.`
}

const ended = (reason: string) => (/[.!?]$/.test(reason) ? reason : `${reason}.`)

function whyUncounted(cell: Cell, yardstick: Metric): string[] {
  if (cellOutcome(cell, yardstick) !== undefined) return []
  if ((cell.tape?.served ?? 0) > 0) {
    return [
      'served from a recording, so latency and cost are unknown. Add an evaluator to judge the output.',
    ]
  }
  if (yardstick.measure === 'cost') return ['by a model without a known price.']
  return yardstick.measure === 'latency' && cell.isBatch
    ? ['from a batch, so latency is unknown.']
    : []
}

function counted(reasons: readonly string[]): string[] {
  const groups = [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, { length }]) => ({ reason, count: length }))
    .toSorted((a, b) => b.count - a.count)
  const told = groups
    .slice(0, TOLD)
    .map(({ reason, count }) => `${plural(count, 'output')} ${reason}`)
  const more = groups.length - told.length
  return more === 0 ? told : [...told, `${plural(more, 'more reason')} in the cells.`]
}
