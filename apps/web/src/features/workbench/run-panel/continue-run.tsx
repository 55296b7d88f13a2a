import { Button, NumberInput } from '@mantine/core'
import { IconPlayerTrackNextFilled } from '@tabler/icons-react'
import type { RunDetail } from '@lathe/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../lib/api.ts'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { Keys } from '../../../ui/keys.tsx'
import { useWorkbench } from '../workbench-context.ts'
import { type LimitName, LIMITS, limitsToRaise, raisedBudget } from './continue-limits.ts'
import styles from './continue-run.module.css'
import { useTurn } from './run-context.ts'
import { StartError } from './start-error.tsx'
import { useContinuable } from './use-continuable.ts'
import { useShowStarted } from './use-show-started.ts'

const KEYS = 'mod+shift+enter'

/** Offers to go on where the newest run of the thread stopped, with more of what it ran out of. */
export function ContinueRun({ runId }: { runId: string }) {
  const run = useContinuable(runId)
  return run ? <ContinueForm key={run.id} run={run} /> : null
}

function ContinueForm({ run }: { run: RunDetail }) {
  const { agentId } = useWorkbench()
  const error = useTurn(({ view }) => view.error)
  const [limits, setLimits] = useState(() => limitsToRaise(error, run.budget))
  const showStarted = useShowStarted()
  const go = useMutation({
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
    if (!go.isPending) go.mutate()
  }
  useHotkeys([
    { keys: KEYS, label: 'Continue the run', group: 'Run', beforeFields: true, run: submit },
  ])
  const names = Object.keys(limits) as LimitName[]
  const isRetry = error?.retryable === true && names.length === 0

  return (
    <form
      className={styles.root}
      aria-label="Continue the run"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {go.error && <StartError error={go.error} />}
      {names.map((name) => (
        <NumberInput
          key={name}
          label={LIMITS[name].label}
          placeholder="as much again"
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
          loading={go.isPending}
        >
          {isRetry ? 'Retry' : 'Continue'}
        </Button>
        <p className={styles.hint}>
          Goes on from the last checkpoint with the graph that ran: finished steps are not run
          again.
        </p>
      </div>
    </form>
  )
}
