import { Button, NumberInput } from '@mantine/core'
import { IconPlayerTrackNextFilled } from '@tabler/icons-react'
import { type RunDetail, isEnded } from '@lathe/contract'
import { useMutation, skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client, api } from '../../../lib/api/api.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { Keys } from '../../../ui/layout/keys.tsx'
import { useWorkbench } from '../workbench-context.ts'
import { type LimitName, LIMITS, limitsToRaise, raisedBudget } from './composer/budget.ts'
import styles from './continue-run.module.css'
import { useTurn } from '../run/run-store.ts'
import { StartError } from './start-error.tsx'
import { useShowStarted } from './run-actions.ts'

const KEYS = 'mod+shift+enter'

/** Continues the newest run of the thread, with raised limits if it reached them. */
export function ContinueRun({ runId }: { runId: string }) {
  const run = useContinuable(runId)
  return run ? <ContinueForm key={run.id} run={run} /> : null
}

function ContinueForm({ run }: { run: RunDetail }) {
  const { agentId } = useWorkbench()
  const error = useTurn(({ view }) => view.error)
  const [limits, setLimits] = useState(() => limitsToRaise(error, run.budget))
  const showStarted = useShowStarted()
  const continueRun = useMutation({
    mutationFn: () =>
      client.runs.start({
        agent: agentId,
        threadId: run.threadId,
        budget: raisedBudget(run.budget, limits),
        source: 'user',
      }),
    onSuccess: showStarted,
  })
  const submit = () => {
    if (!continueRun.isPending) continueRun.mutate()
  }
  useHotkeys([{ keys: KEYS, label: 'Continue run', group: 'Run', beforeFields: true, run: submit }])
  const names = Object.keys(limits) as LimitName[]
  const isRetry = error?.retryable === true && names.length === 0

  return (
    <form
      className={styles.root}
      aria-label="Continue run"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {continueRun.error && <StartError error={continueRun.error} />}
      {names.map((name) => (
        <NumberInput
          key={name}
          label={LIMITS[name].label}
          placeholder="same again"
          min={0}
          thousandSeparator=" "
          value={limits[name] ?? ''}
          onChange={(value) => setLimits({ ...limits, [name]: value })}
        />
      ))}
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="default"
          leftSection={<IconPlayerTrackNextFilled size={14} />}
          rightSection={<Keys keys={KEYS} />}
          loading={continueRun.isPending}
        >
          {isRetry ? 'Retry' : 'Continue'}
        </Button>
        <p className={styles.hint}>
          Continues from the last checkpoint with the same graph. Finished steps are not repeated.
        </p>
      </div>
    </form>
  )
}

/** Returns the current run if it stopped with nodes left. */
function useContinuable(runId: string): RunDetail | undefined {
  const status = useTurn(({ view }) => view.status)
  const hasStopped = status !== null && status !== 'success' && isEnded(status)
  const { data: run } = useQuery(api.runs.get.queryOptions({ input: { id: runId } }))
  const { data: newest } = useQuery({
    ...api.threads.history.queryOptions({
      input: hasStopped && run ? { id: run.threadId, limit: 1 } : skipToken,
    }),
    // Each run of the thread changes it.
    gcTime: 0,
  })
  const checkpoint = newest?.items[0]
  if (!hasStopped || !run || !checkpoint || checkpoint.next.length === 0) return undefined
  // A continued run that failed at once saved no checkpoint.
  const isRunCheckpoint = checkpoint.runId === run.id || run.input === null
  return isRunCheckpoint ? run : undefined
}
