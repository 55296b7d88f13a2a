import { Button } from '@mantine/core'
import type { Cell, ComparisonDetail } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Keys } from '../../../ui/layout/keys.tsx'
import { describeError } from '../../../lib/api/describe-error.ts'
import { client } from '../../../lib/api/api.ts'
import { useComparison, useFullPlan } from '../comparison-context.ts'
import { useView } from '../view-search.ts'
import { reloadComparison, comparisonKey } from '../comparison-queries.ts'
import styles from '../comparison.module.css'

/** Buttons for the grid's y, n and u keys. */
export function RateButtons({ cell }: { cell: Cell }) {
  const { check, rate, error } = useRate()
  if (!check || check.evaluator.kind !== 'human' || cell.status !== 'success') return null
  const { question } = check.evaluator
  const status = cell.evaluations[check.key]?.status
  const button = (label: string, passes: boolean, isOn: boolean) => (
    <Button
      size="xs"
      variant={isOn ? 'filled' : 'default'}
      aria-pressed={isOn}
      rightSection={<Keys keys={passes ? 'y' : 'n'} />}
      onClick={() => rate([cell], isOn ? null : passes)}
    >
      {label}
    </Button>
  )
  return (
    <div className={styles.headLine}>
      <span>{question === '' ? check.name : question}</span>
      {button('Yes', true, status === 'passed')}
      {button('No', false, status === 'failed')}
      {error && <span className={styles.failed}>{describeError(error).message}</span>}
    </div>
  )
}

type Rating = { cells: readonly Cell[]; check: string; passes: boolean | null }

const ratings = {
  true: { status: 'passed', reason: 'rated as passing' },
  false: { status: 'failed', reason: 'rated as failing' },
  null: { status: 'undecided', reason: 'not rated yet' },
} as const

/** Rates cells by a human evaluator: the selected one, or the first. */
export function useRate() {
  const { detail } = useComparison()
  const { evaluators } = useFullPlan()
  const { view } = useView()
  const queries = useQueryClient()
  const { id } = detail
  const people = evaluators.filter(({ evaluator }) => evaluator.kind === 'human')
  const check = people.find((item) => `evaluator:${item.key}` === view.by) ?? people[0]

  const mutation = useMutation({
    mutationFn: async ({ cells, check: checkKey, passes }: Rating) => {
      await Promise.all(
        cells.map((cell) =>
          client.comparisons.rate({ id, cell: cell.id, evaluator: checkKey, passes }),
        ),
      )
    },
    onMutate: ({ cells, check: checkKey, passes }) => {
      const ids = new Set(cells.map((cell) => cell.id))
      queries.setQueryData(
        comparisonKey(id),
        (before: ComparisonDetail | undefined) =>
          before && {
            ...before,
            grid: before.grid.map((cell) =>
              ids.has(cell.id)
                ? {
                    ...cell,
                    evaluations: { ...cell.evaluations, [checkKey]: ratings[`${passes}`] },
                  }
                : cell,
            ),
          },
      )
    },
    // The optimistic update is what gets stored. Reloading a large grid on each key would be slow.
    onError: () => reloadComparison(queries, id),
  })
  const rate = (cells: readonly Cell[], passes: boolean | null) => {
    const done = cells.filter(({ status }) => status === 'success')
    if (check && done.length > 0) mutation.mutate({ cells: done, check: check.key, passes })
  }
  return { check, rate, error: mutation.error }
}
