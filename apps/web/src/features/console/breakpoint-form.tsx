import { Button } from '@mantine/core'
import {
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconPlayerTrackNextFilled,
} from '@tabler/icons-react'
import type { Interrupt, InterruptAnswer } from '@lathe/contract'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { Keys } from '../../ui/keys.tsx'
import { breakpointsIn, marksOf } from '../workbench/marks/marks.ts'
import { useWorkbench } from '../workbench/workbench-context.ts'
import styles from './interrupts.module.css'
import { useTurn } from './run-context.ts'
import type { Breakpoints } from './use-answers.ts'
import { useCancelRun } from './use-cancel-run.ts'

type BreakpointFormProps = {
  interrupt: Extract<Interrupt, { kind: 'breakpoint' }>
  onAnswer: (answer: InterruptAnswer, breakpoints: Breakpoints) => void
}

const KEYS = { continue: 'f8', step: 'f10', stop: 'shift+f5' }

/** What the run stands at, with the state there: go on to the next breakpoint, by one step, or not at all. */
export function BreakpointForm({ interrupt, onAnswer }: BreakpointFormProps) {
  const { agentId, store } = useWorkbench()
  const channels = useTurn(({ view }) => view.channels)
  const cancel = useCancelRun()
  const others = interrupt.nodes.filter((node) => node !== interrupt.node)

  const goOn = () => {
    const { breakpoints } = marksOf(agentId)
    onAnswer({ kind: 'breakpoint' }, breakpointsIn(breakpoints, store.getState().document))
  }
  const step = () => {
    const { nodes } = store.getState().document
    const everywhere = { interruptBefore: Object.keys(nodes), interruptAfter: [] }
    onAnswer({ kind: 'breakpoint' }, everywhere)
  }
  const stop = () => cancel.mutate()
  useHotkeys([
    { keys: KEYS.continue, label: 'Continue', group: 'Run', inFields: true, run: goOn },
    { keys: KEYS.step, label: 'Run one step', group: 'Run', inFields: true, run: step },
    { keys: KEYS.stop, label: 'Stop the run', group: 'Run', inFields: true, run: stop },
  ])

  return (
    <>
      {others.length > 0 && (
        <p className={styles.note}>Also at {others.join(', ')}, in the same step.</p>
      )}
      <div className={styles.actions}>
        <Button
          leftSection={<IconPlayerPlayFilled size={14} />}
          rightSection={<Keys keys={KEYS.continue} />}
          onClick={goOn}
        >
          Continue
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlayerTrackNextFilled size={14} />}
          rightSection={<Keys keys={KEYS.step} />}
          onClick={step}
        >
          Step
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlayerStopFilled size={14} />}
          loading={cancel.isPending}
          onClick={stop}
        >
          Stop
        </Button>
      </div>
      <details className={styles.state} open>
        <summary>State here</summary>
        <JsonView label="State" value={channels} />
      </details>
    </>
  )
}
