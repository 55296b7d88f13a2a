import { Button, TextInput } from '@mantine/core'
import { type ComparisonDetail, hasUsage } from '@lathe/contract'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { errorCode, describeError } from '../../lib/api/describe-error.ts'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { Keys } from '../../ui/layout/keys.tsx'
import { DisabledReason } from '../../ui/fields/disabled-reason.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import { TotalCost, Tokens } from '../../ui/status/quantities.tsx'
import { useComparison, usePlan, useFullPlan } from './comparison-context.ts'
import styles from './comparison.module.css'
import { ComparisonMenu } from './comparison-menu.tsx'
import { budgetStop } from './plan/budget-stop.ts'
import { countVerdicts } from './plan/pending-verdicts.ts'
import { planProblems } from './plan/plan-problems.ts'
import { RunSettings } from './plan/run-settings.tsx'
import { estimateText } from './plan/run-estimate.ts'
import { useEstimator } from './plan/use-run-estimate.ts'
import { OfferSuite } from './suites/save-suite.tsx'
import { StatusText } from './status-text.tsx'
import { useRun, useStop } from './use-run.ts'
import { useView } from './view-search.ts'

export function ComparisonHeader() {
  const { detail } = useComparison()
  const { name, rename } = usePlan((state) => state)
  const plan = useFullPlan()
  const { variants, cases } = plan
  const { setView } = useView()
  const isPlanned = variants.length > 0 && cases.length > 0
  const estimator = useEstimator()
  const estimate = useMemo(() => estimator?.of({}), [estimator])
  const hasRun = isPlanned && estimate?.cells === 0 && estimate.verdicts === 0
  const run = useRun()
  const stop = useStop()
  const isRunning = detail.status === 'running'
  const start = () => run.mutate({})

  useHotkeys([
    {
      keys: 'mod+enter',
      label: isRunning ? 'Stop' : 'Run',
      group: 'Comparison',
      beforeFields: true,
      run: () => {
        if (run.isPending || stop.isPending) return
        if (isRunning) stop.mutate()
        else if (hasRun) showToast(ALL_CELLS_RUN)
        else start()
      },
    },
  ])

  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.hidden}>{name}</h1>
        <TextInput
          className={styles.name}
          variant="unstyled"
          aria-label="Comparison name"
          data-comparison-name
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        {detail.suiteId !== null && (
          <Link to="/compare/suites/$id" params={{ id: detail.suiteId }}>
            Suite history
          </Link>
        )}
        <StatusText
          comparison={detail}
          stopped={budgetStop(detail)}
          reused={detail.grid.filter(({ isReused }) => isReused).length}
          judgedCount={isRunning ? countVerdicts(plan, detail.grid) : undefined}
          onShowFailed={() => setView({ show: 'errors', variant: undefined })}
        />
        <JudgingSpent judging={detail.judging} />
        <span className={styles.actions}>
          {estimate && !isRunning && isPlanned && (
            <span className={styles.muted}>{estimateText(estimate)}</span>
          )}
          <OfferSuite />
          <RunSettings unpriced={estimator?.unpriced ?? NONE} />
          {isRunning ? (
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={14} />}
              rightSection={<Keys keys="mod+enter" />}
              loading={stop.isPending}
              onClick={() => stop.mutate()}
            >
              Stop
            </Button>
          ) : (
            <DisabledReason reason={hasRun && ALL_CELLS_RUN}>
              <Button
                leftSection={<IconPlayerPlay size={14} />}
                rightSection={<Keys keys="mod+enter" />}
                loading={run.isPending}
                onClick={start}
              >
                {detail.status === 'stopped' ? 'Resume' : 'Run'}
              </Button>
            </DisabledReason>
          )}
          <ComparisonMenu />
        </span>
      </header>
      {run.error && <RunRejected key={String(run.submittedAt)} error={run.error} />}
    </>
  )
}

const ALL_CELLS_RUN = 'All cells have run. Rerun a cell, row or column from its menu.'

const NONE = { cells: [], judges: [] }

/** The judges' cost, which no column includes. */
function JudgingSpent({ judging }: Pick<ComparisonDetail, 'judging'>) {
  const { usage } = judging
  if (!hasUsage(usage)) return null
  return (
    <span className={styles.facts} title="Tokens and cost of judges, not included in the columns">
      <span>judges</span>
      <Tokens usage={usage} />
      <TotalCost spending={judging} />
    </span>
  )
}

/** Explains why the comparison cannot run, using the names on the page. */
function RunRejected({ error }: { error: unknown }) {
  const plan = useFullPlan()
  const [rejectedPlan] = useState(plan)
  // Hide the error once the plan changes.
  if (plan !== rejectedPlan) return null
  const problems = errorCode(error) === 'PLAN_INVALID' ? planProblems(error, plan) : []
  return (
    <div className={styles.alert} role="alert">
      {problems.length === 0 ? (
        `Could not run: ${describeError(error).message}`
      ) : (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
