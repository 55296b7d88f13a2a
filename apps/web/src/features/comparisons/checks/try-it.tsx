import { Select } from '@mantine/core'
import type { Evaluator } from '@lathe/contract'
import { evaluate, isMereRule, judgedOf } from '@lathe/evaluators'
import { useState } from 'react'
import { useWholePlan } from '../comparison-context.ts'
import styles from './checks.module.css'
import type { CellGrid } from '../grid/cell-grid.ts'
import { EvaluationText } from './evaluation-text.tsx'
import { TryOnServer } from './try-on-server.tsx'

type TryItProps = { evaluator: Evaluator; grid: CellGrid }

/** The check as it is being written, on one case that has run. */
export function TryIt({ evaluator, grid }: TryItProps) {
  const { cases, variants } = useWholePlan()
  const [chosen, setChosen] = useState<string>()
  const baseline = variants[0]?.key
  const finished = [...grid.values()].flatMap((cells) =>
    cells
      .slice(0, 1)
      .filter(({ status }) => status === 'success')
      .filter(({ variant }) => evaluator.kind !== 'pairwise' || variant !== baseline),
  )
  const cell = finished.find(({ id }) => id === chosen) ?? finished[0]
  const row = cases.find(({ key }) => key === cell?.case)
  if (!cell || !row || evaluator.kind === 'human') return null
  const nameOf = (list: readonly { key: string; name: string }[], key: string) => {
    const index = list.findIndex((one) => one.key === key)
    const name = list[index]?.name ?? ''
    return name === '' ? `Case ${index + 1}` : name
  }

  return (
    <div className={styles.tryIt}>
      <Select
        size="xs"
        label="Try it on"
        searchable
        limit={50}
        allowDeselect={false}
        data={finished.map((one) => ({
          value: one.id,
          label: `${nameOf(cases, one.case)} · ${nameOf(variants, one.variant)}`,
        }))}
        value={cell.id}
        onChange={(id) => setChosen(id ?? undefined)}
      />
      {isMereRule(evaluator) ? (
        <EvaluationText evaluation={evaluate(evaluator, judgedOf(cell, row.reference))} />
      ) : (
        <TryOnServer evaluator={evaluator} cell={cell} />
      )}
    </div>
  )
}
