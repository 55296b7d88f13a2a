import { Button } from '@mantine/core'
import type { Cell } from '@lathe/contract'
import { hasEnded } from '@lathe/verdicts'
import type { ReactNode } from 'react'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { MenuAction } from '../../../ui/layout/menu-action.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { useComparison, useFullPlan } from '../comparison-context.ts'
import styles from '../comparison.module.css'
import {
  isQueued,
  NOT_LOADED,
  ALREADY_QUEUED,
  describeRejection,
  RUN_AGAIN,
  type RunRequest,
  useRun,
} from '../use-run.ts'
import { estimateText } from './run-estimate.ts'
import { useEstimator } from './use-run-estimate.ts'

/** The estimated cost. Undefined while unknown. */
function useCost(request: RunRequest): string | undefined {
  const estimate = useEstimator()?.of(request)
  return estimate && estimate.cells + estimate.verdicts > 0 ? estimateText(estimate) : undefined
}

type RunItemProps = {
  label: string
  request: RunRequest
  /** Why the item is disabled. */
  disabledReason?: string | false | undefined
}

/** A menu item that runs part of the grid and shows the estimated cost. */
export function RunItem({ label, request, disabledReason }: RunItemProps) {
  const plan = useFullPlan()
  const { isFullyLoaded } = useComparison()
  const run = useRun()
  const cost = useCost(request)
  const hints = request.rerun ? [RUN_AGAIN, cost] : [cost]
  return (
    <MenuAction
      label={label}
      description={hints.filter((hint) => hint !== undefined).join(': ') || undefined}
      disabledReason={
        disabledReason === undefined || disabledReason === false
          ? !isFullyLoaded && NOT_LOADED
          : disabledReason
      }
      onClick={() =>
        run.mutate(request, {
          onError: (error) => showToast(describeRejection(error, plan), 'error'),
        })
      }
    />
  )
}

type RunPartProps = {
  /** Completes "Run …" and "Rerun …". */
  name: string
  selection: NonNullable<RunRequest['only']>
  /** The existing cells of the part. */
  cells: readonly Cell[]
  /** The number of cells when complete. */
  count: number
  /** Shown beside the button. */
  children?: ReactNode
}

/** A button that runs part of the grid, with its estimated cost. */
export function RunPart({ name, selection, cells, count, children }: RunPartProps) {
  const { detail } = useComparison()
  const plan = useFullPlan()
  const run = useRun()
  const hasEndedCells = cells.some(hasEnded)
  const request = { only: selection, rerun: hasEndedCells }
  const cost = useCost(request)
  const isToCome = isQueued(detail, cells, count)
  return (
    <>
      <div className={styles.headLine}>
        {children}
        <DisabledReason reason={isToCome && ALREADY_QUEUED} hint={hasEndedCells && RUN_AGAIN}>
          <Button
            size="xs"
            variant="default"
            loading={run.isPending}
            onClick={() => run.mutate(request)}
          >
            {hasEndedCells ? `Rerun ${name}` : `Run ${name}`}
          </Button>
        </DisabledReason>
        {!isToCome && cost !== undefined && <span className={styles.muted}>{cost}</span>}
      </div>
      {run.error && <p className={styles.failed}>{describeRejection(run.error, plan)}</p>}
    </>
  )
}
