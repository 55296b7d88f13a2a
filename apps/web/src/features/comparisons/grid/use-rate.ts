import type { Cell, ComparisonDetail } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../../lib/api.ts'
import { useComparison, useWholePlan } from '../comparison-context.ts'
import { useView } from '../view-search.ts'
import { readAnew, wholeKey } from '../whole-query.ts'

type Rating = { cells: readonly Cell[]; check: string; passes: boolean | null }

const said = {
  true: { status: 'passed', reason: 'a person said yes' },
  false: { status: 'failed', reason: 'a person said no' },
  null: { status: 'undecided', reason: 'nobody has said yet' },
} as const

/** The check for people that keys answer: the one that judges, or else the first. */
export function useRate() {
  const { detail } = useComparison()
  const { checks } = useWholePlan()
  const { view } = useView()
  const queries = useQueryClient()
  const { id } = detail
  const people = checks.filter(({ evaluator }) => evaluator.kind === 'human')
  const check = people.find((one) => `check:${one.key}` === view.by) ?? people[0]

  const mutation = useMutation({
    mutationFn: async ({ cells, check: by, passes }: Rating) => {
      await Promise.all(
        cells.map((cell) => client.comparisons.rate({ id, cell: cell.id, check: by, passes })),
      )
    },
    onMutate: ({ cells, check: by, passes }) => {
      const ids = new Set(cells.map((cell) => cell.id))
      queries.setQueryData(
        wholeKey(id),
        (before: ComparisonDetail | undefined) =>
          before && {
            ...before,
            grid: before.grid.map((cell) =>
              ids.has(cell.id)
                ? { ...cell, evaluations: { ...cell.evaluations, [by]: said[`${passes}`] } }
                : cell,
            ),
          },
      )
    },
    // What is shown already is what is kept: a large grid is not read anew at every key.
    onError: () => readAnew(queries, id),
  })
  const rate = (cells: readonly Cell[], passes: boolean | null) => {
    const done = cells.filter(({ status }) => status === 'success')
    if (check && done.length > 0) mutation.mutate({ cells: done, check: check.key, passes })
  }
  return { check, rate, error: mutation.error }
}
