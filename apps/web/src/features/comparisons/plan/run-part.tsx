import { Button } from '@mantine/core'
import type { Cell } from '@lathe/contract'
import { hasEnded } from '@lathe/verdicts'
import type { ReactNode } from 'react'
import { Lacking } from '../../../ui/lacking.tsx'
import { MenuAction } from '../../../ui/menu-action.tsx'
import { showToast } from '../../../ui/undo-toast.tsx'
import { useComparison, useWholePlan } from '../comparison-context.ts'
import styles from '../comparison.module.css'
import {
  isOnItsWay,
  NOT_WHOLE,
  ON_ITS_WAY,
  refusalOf,
  RUN_AGAIN,
  type RunAsked,
  useRun,
} from '../use-run.ts'
import { estimateText } from './run-estimate.ts'
import { useEstimator } from './use-run-estimate.ts'

/** The estimated cost. Undefined while unknown. */
function useCost(asked: RunAsked): string | undefined {
  const estimate = useEstimator()?.of(asked)
  return estimate && estimate.cells + estimate.verdicts > 0 ? estimateText(estimate) : undefined
}

type RunItemProps = {
  label: string
  asked: RunAsked
  /** Why the item is disabled. */
  lack?: string | false | undefined
}

/** A menu item that runs part of the grid and shows the estimated cost. */
export function RunItem({ label, asked, lack }: RunItemProps) {
  const plan = useWholePlan()
  const { isWhole } = useComparison()
  const run = useRun()
  const cost = useCost(asked)
  const about = asked.again ? [RUN_AGAIN, cost] : [cost]
  return (
    <MenuAction
      label={label}
      about={about.filter((one) => one !== undefined).join(': ') || undefined}
      lack={lack === undefined || lack === false ? !isWhole && NOT_WHOLE : lack}
      onClick={() =>
        run.mutate(asked, { onError: (error) => showToast(refusalOf(error, plan), 'error') })
      }
    />
  )
}

type RunPartProps = {
  /** Completes "Run …" and "Rerun …". */
  name: string
  only: NonNullable<RunAsked['only']>
  /** The existing cells of the part. */
  cells: readonly Cell[]
  /** The number of cells when complete. */
  count: number
  /** Shown beside the button. */
  children?: ReactNode
}

/** A button that runs part of the grid, with its estimated cost. */
export function RunPart({ name, only, cells, count, children }: RunPartProps) {
  const { detail } = useComparison()
  const plan = useWholePlan()
  const run = useRun()
  const again = cells.some(hasEnded)
  const asked = { only, again }
  const cost = useCost(asked)
  const isToCome = isOnItsWay(detail, cells, count)
  return (
    <>
      <div className={styles.headLine}>
        {children}
        <Lacking lack={isToCome && ON_ITS_WAY} hint={again && RUN_AGAIN}>
          <Button
            size="xs"
            variant="default"
            loading={run.isPending}
            onClick={() => run.mutate(asked)}
          >
            {again ? `Rerun ${name}` : `Run ${name}`}
          </Button>
        </Lacking>
        {!isToCome && cost !== undefined && <span className={styles.muted}>{cost}</span>}
      </div>
      {run.error && <p className={styles.failed}>{refusalOf(run.error, plan)}</p>}
    </>
  )
}
