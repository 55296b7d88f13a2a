import type { Cell, ComparisonCheck } from '@lathe/contract'
import { ALL_CHECKS, outcomeOf, type Yardstick } from '@lathe/verdicts'
import { plural } from '../../../lib/format.ts'
import { reasonAlone } from '../checks/evaluation-text.tsx'

/** More of them would be a list of cells. */
const TOLD = 2

const NOT_JUDGED = 'not judged yet'
const NOT_SAID = 'nobody has said yet'

type Asked = {
  checks: readonly ComparisonCheck[]
  cells: readonly Cell[]
  yardstick: Yardstick
  /** Judges are at work. */
  isRunning: boolean
}

/** Why outputs that are there have no outcome, a sentence for each reason, the most frequent first. */
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
  if (reason === NOT_SAID) return `without a person’s word by ${check}: y or n on a cell.`
  if (reason !== NOT_JUDGED) return `without a verdict by ${check}: ${ended(reasonAlone(reason))}`
  return isRunning ? `not judged yet by ${check}.` : `not judged yet by ${check}: Run has it done.`
}

const ended = (reason: string) => (/[.!?]$/.test(reason) ? reason : `${reason}.`)

function whyUncounted(cell: Cell, yardstick: Yardstick): string[] {
  if (outcomeOf(cell, yardstick) !== undefined) return []
  if ((cell.tape?.served ?? 0) > 0) {
    return [
      'answered from a tape, which takes no time and no money: a check can judge what was said.',
    ]
  }
  if (yardstick.measure === 'cost') return ['made with a model whose price is not known.']
  return yardstick.measure === 'latency' && cell.isBatch
    ? ['answered in a batch, which takes no time of its own.']
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
  return more === 0 ? told : [...told, `And ${plural(more, 'other reason')}, in the cells.`]
}
