import { Select, Button } from '@mantine/core'
import type { Evaluator, Cell } from '@lathe/contract'
import { evaluate, isInstantRule, toEvaluatedRun } from '@lathe/evaluators'
import { useState } from 'react'
import { canonicalJson } from '@lathe/graph'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useFullPlan, useComparison } from '../comparison-context.ts'
import type { CellGrid } from '../grid/cell-grid.ts'
import { EvaluationText } from './evaluation-text.tsx'
import { client } from '../../../lib/api/api.ts'
import { errorCode, describeError } from '../../../lib/api/describe-error.ts'
import { VerdictFacts } from '../cells/cell-facts.tsx'
import { evaluatorProblems } from '../plan/plan-problems.ts'
import { comparisonKey } from '../comparison-queries.ts'
import styles from './evaluators.module.css'
import comparisonStyles from '../comparison.module.css'

type EvaluatorTrialProps = { evaluator: Evaluator; grid: CellGrid }

/** Runs the evaluator being edited on an existing cell. */
export function EvaluatorTrial({ evaluator, grid }: EvaluatorTrialProps) {
  const { cases, variants } = useFullPlan()
  const [selectedId, setChosen] = useState<string>()
  const baseline = variants[0]?.key
  const finished = [...grid.values()].flatMap((cells) =>
    cells
      .slice(0, 1)
      .filter(({ status }) => status === 'success')
      .filter(({ variant }) => evaluator.kind !== 'pairwise' || variant !== baseline),
  )
  const cell = finished.find(({ id }) => id === selectedId) ?? finished[0]
  const row = cases.find(({ key }) => key === cell?.case)
  if (!cell || !row || evaluator.kind === 'human') return null
  const findName = (list: readonly { key: string; name: string }[], key: string) => {
    const index = list.findIndex((item) => item.key === key)
    const name = list[index]?.name ?? ''
    return name === '' ? `Case ${index + 1}` : name
  }

  return (
    <div className={styles.tryIt}>
      <Select
        size="xs"
        label="Try on"
        searchable
        limit={50}
        allowDeselect={false}
        data={finished.map((finishedCell) => ({
          value: finishedCell.id,
          label: `${findName(cases, finishedCell.case)} · ${findName(variants, finishedCell.variant)}`,
        }))}
        value={cell.id}
        onChange={(id) => setChosen(id ?? undefined)}
      />
      {isInstantRule(evaluator) ? (
        <EvaluationText evaluation={evaluate(evaluator, toEvaluatedRun(cell, row.reference))} />
      ) : (
        <ServerTrial evaluator={evaluator} cell={cell} />
      )}
    </div>
  )
}

type ServerTrialProps = { evaluator: Evaluator; cell: Cell }

/** Runs on request only, because it can cost money. The verdict is stored and reused. */
function ServerTrial({ evaluator, cell }: ServerTrialProps) {
  const { detail, autosave } = useComparison()
  const queries = useQueryClient()
  const { id } = detail
  const trialKey = canonicalJson([evaluator, cell.id])
  const attempt = useMutation({
    mutationFn: async () => {
      await autosave.flush()
      return {
        trialKey,
        ...(await client.comparisons.try({ id, cell: cell.id, evaluator })),
      }
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: comparisonKey(id) }),
  })
  const { data, error } = attempt

  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
      >
        {evaluator.kind === 'code' ? 'Run' : 'Ask the judge'}
      </Button>
      {data?.trialKey === trialKey && (
        <>
          <EvaluationText evaluation={data.evaluation} />
          {data.verdict && <VerdictFacts verdict={data.verdict} />}
        </>
      )}
      {error && !attempt.isPending && (
        <p className={comparisonStyles.failed} role="alert">
          {errorCode(error) === 'PLAN_INVALID'
            ? evaluatorProblems(error).join('; ')
            : describeError(error).message}
        </p>
      )}
    </>
  )
}
