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

/** What pressing it asks and costs; undefined while that is not known. */
function useCost(asked: RunAsked): string | undefined {
  const estimate = useEstimator()?.of(asked)
  return estimate && estimate.cells + estimate.verdicts > 0 ? estimateText(estimate) : undefined
}

type RunItemProps = {
  label: string
  asked: RunAsked
  /** Why it cannot be done now. */
  lack?: string | false | undefined
}

/** In a menu: runs a part of the grid, and tells beforehand what that takes. */
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
  /** Run, and Run … again. */
  name: string
  only: NonNullable<RunAsked['only']>
  /** Of the part, those that are there. */
  cells: readonly Cell[]
  /** How many it has when all are there. */
  count: number
  /** Stands beside the button. */
  children?: ReactNode
}

/** In a pane: a button that runs a part of the grid, beside what that takes. */
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
            {again ? `Run ${name} again` : `Run ${name}`}
          </Button>
        </Lacking>
        {!isToCome && cost !== undefined && <span className={styles.muted}>{cost}</span>}
      </div>
      {run.error && <p className={styles.failed}>{refusalOf(run.error, plan)}</p>}
    </>
  )
}
