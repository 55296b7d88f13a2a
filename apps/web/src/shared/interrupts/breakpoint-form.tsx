import { Button } from '@mantine/core'
import {
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconPlayerTrackNextFilled,
} from '@tabler/icons-react'
import type { Interrupt, Json } from '@lathe/contract'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import { Keys } from '../../ui/layout/keys.tsx'
import styles from './interrupts.module.css'

export type BreakpointFormProps = {
  interrupt: Extract<Interrupt, { kind: 'breakpoint' }>
  getTitle: (node: string) => string
  /** Channel values at this point, once loaded. */
  state: Readonly<Record<string, Json>> | undefined
  isStopping: boolean
  onContinue: () => void
  onStep: () => void
  onStop: () => void
}

const KEYS = { continue: 'f8', step: 'f10', stop: 'shift+f5' }

/** Shows where the run is paused and its state. The user continues, steps or stops the run. */
export function BreakpointForm(props: BreakpointFormProps) {
  const { interrupt, getTitle, state, isStopping, onContinue, onStep, onStop } = props
  const otherNodes = interrupt.nodes.filter((node) => node !== interrupt.node)
  useHotkeys([
    { keys: KEYS.continue, label: 'Continue', group: 'Run', inFields: true, run: onContinue },
    { keys: KEYS.step, label: 'Run one step', group: 'Run', inFields: true, run: onStep },
    { keys: KEYS.stop, label: 'Stop the run', group: 'Run', inFields: true, run: onStop },
  ])

  return (
    <>
      {otherNodes.length > 0 && (
        <p className={styles.note}>
          Also at {otherNodes.map(getTitle).join(', ')}, in the same step.
        </p>
      )}
      <div className={styles.actions}>
        <Button
          leftSection={<IconPlayerPlayFilled size={14} />}
          rightSection={<Keys keys={KEYS.continue} />}
          onClick={onContinue}
        >
          Continue
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlayerTrackNextFilled size={14} />}
          rightSection={<Keys keys={KEYS.step} />}
          onClick={onStep}
        >
          Step
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlayerStopFilled size={14} />}
          loading={isStopping}
          onClick={onStop}
        >
          Stop
        </Button>
      </div>
      {state && (
        <details className={styles.state} open>
          <summary>State at this point</summary>
          <JsonView label="State" value={state} />
        </details>
      )}
    </>
  )
}
