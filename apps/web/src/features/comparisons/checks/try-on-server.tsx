import { Button } from '@mantine/core'
import type { Cell, Evaluator } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../../lib/api.ts'
import { codeOf, describeError } from '../../../lib/describe-error.ts'
import { VerdictFacts } from '../cells/verdict-facts.tsx'
import { useComparison } from '../comparison-context.ts'
import styles from '../comparison.module.css'
import { refusals } from '../plan/plan-problems.ts'
import { wholeKey } from '../whole-query.ts'
import { EvaluationText } from './evaluation-text.tsx'

type TryOnServerProps = { evaluator: Evaluator; cell: Cell }

/** Asks when it is told to: it may cost something. What it said is kept, and running takes it from there. */
export function TryOnServer({ evaluator, cell }: TryOnServerProps) {
  const { detail, autosave } = useComparison()
  const queries = useQueryClient()
  const { id } = detail
  const asked = canonicalJson([evaluator, cell.id])
  const attempt = useMutation({
    mutationFn: async () => {
      await autosave.flush()
      return { asked, ...(await client.comparisons.try({ id, cell: cell.id, evaluator })) }
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: wholeKey(id) }),
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
        {evaluator.kind === 'code' ? 'Try it' : 'Ask now'}
      </Button>
      {data?.asked === asked && (
        <>
          <EvaluationText evaluation={data.evaluation} />
          {data.verdict && <VerdictFacts verdict={data.verdict} />}
        </>
      )}
      {error && !attempt.isPending && (
        <p className={styles.failed} role="alert">
          {codeOf(error) === 'PLAN_INVALID'
            ? refusals(error).join('; ')
            : describeError(error).message}
        </p>
      )}
    </>
  )
}
