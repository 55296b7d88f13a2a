import { Button, Checkbox, Tooltip } from '@mantine/core'
import type { MultitaskStrategy } from '@lathe/contract'
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { plural } from '../../../../lib/format/format.ts'
import { useHotkeys } from '../../../../lib/browser/hotkeys.ts'
import { Keys } from '../../../../ui/layout/keys.tsx'
import { EstimateLine, estimateText } from '../../estimate/estimate-line.tsx'
import { useEstimate } from '../../estimate/use-estimate.ts'
import { focusInvalid } from '../../../../ui/schema-form/use-checked-form.ts'
import { SchemaFields } from '../../../../ui/schema-form/schema-field.tsx'
import type { WorkbenchState } from '../../store/workbench-store.ts'
import { useSetSearch } from '../../use-workbench-search.ts'
import {
  useWorkbenchState,
  useHasSelection,
  useRunView,
  useWorkbench,
} from '../../workbench-context.ts'
import { useAgentBudget } from './budget.ts'
import { BudgetButton } from './budget-button.tsx'
import { CallModeSwitch, DebugOptionsLine, BudgetExcess } from './run-options.tsx'
import styles from './composer.module.css'
import { DictationLine } from '../dictation/dictation-line.tsx'
import { insertAtCaret, addSpacing } from '../dictation/insert-at-caret.ts'
import { useDictation } from '../dictation/use-dictation.ts'
import { MessageField } from './message-field.tsx'
import { StartError } from '../start-error.tsx'
import { useCancelRun, useStartRun } from '../run-actions.ts'
import { useComposer } from './chat-input.ts'

/** Selects only the input channels, so that other edits of the draft do not render the form. */
const selectInputChannels = ({ document: { state, input } }: WorkbenchState) => ({ state, input })

type ComposerProps = {
  threadId: string | undefined
  onStarted: () => void
}

/** The input form of the next run. */
export function Composer(props: ComposerProps) {
  const { runGraph } = useWorkbench()
  return runGraph ? null : <DraftComposer {...props} />
}

function DraftComposer({ threadId, onStarted }: ComposerProps) {
  const { example } = useWorkbench()
  const inputChannels = useWorkbenchState(useShallow(selectInputChannels))
  const composer = useComposer(inputChannels, example)
  const status = useRunView((view) => view.status)
  const [isContinuing, setContinuing] = useState(false)
  // A conversation continues. Other graphs start from a clean state by default.
  const isContinued = composer.chat !== undefined || isContinuing
  const start = useStartRun(isContinued ? threadId : undefined)
  const cancel = useCancelRun()
  const estimate = useEstimate()
  const { budget } = useAgentBudget()
  const setSearch = useSetSearch()
  const hasSelection = useHasSelection()
  const ref = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const dictation = useDictation((transcript) => {
    if (field.current) insertAtCaret(field.current, transcript)
    else composer.setText((current) => current + addSpacing(transcript, current, ''))
  })
  const isLive = status === 'pending' || status === 'running'
  const isWaiting = status === 'interrupted'

  const isAnswering = isLive && isContinued && threadId !== undefined

  const submit = (strategy?: MultitaskStrategy) => {
    if ((isLive && !isAnswering) || isWaiting || start.isPending) return
    const input = composer.submit()
    if (!input) return focusInvalid(ref.current, 'textarea')
    const started = { input, strategy: isAnswering ? (strategy ?? 'enqueue') : undefined }
    start.mutate(started, {
      onSuccess: () => {
        composer.clear()
        onStarted()
      },
    })
  }

  useHotkeys([
    {
      keys: 'mod+enter',
      label: 'Run draft',
      group: 'Run',
      beforeFields: true,
      run: () => {
        setSearch({ tab: 'run' })
        submit()
      },
    },
    // The first Escape clears the selection, unless the run panel has the focus.
    ...(isLive && !hasSelection
      ? [{ keys: 'escape', label: 'Cancel run', group: 'Run', run: () => cancel.mutate() }]
      : []),
  ])

  return (
    <form
      ref={ref}
      className={styles.root}
      aria-label="Input of the next run"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {start.error && <StartError error={start.error} />}
      <div className={styles.fields} hidden={isWaiting}>
        <SchemaFields form={composer.form} />
        {composer.chat !== undefined && (
          <MessageField
            composer={composer}
            field={field}
            dictation={dictation}
            onSubmit={() => submit()}
          />
        )}
      </div>
      <DictationLine dictation={dictation} />
      {estimate && !isLive && !isWaiting && <BudgetExcess estimate={estimate} />}
      <div className={styles.actions}>
        <ErrorCount />
        {!isLive && !isWaiting && <DebugOptionsLine />}
        {estimate && !isLive && !isWaiting && <EstimateLine estimate={estimate} budget={budget} />}
        {composer.chat === undefined && threadId !== undefined && !isLive && !isWaiting && (
          <Checkbox
            className={styles.goOn ?? ''}
            label="Continue from this thread’s state"
            checked={isContinuing}
            onChange={({ currentTarget }) => setContinuing(currentTarget.checked)}
          />
        )}
        {!isLive && !isWaiting && <CallModeSwitch />}
        {isWaiting && <span className={styles.note}>The run is waiting for your answer.</span>}
        {(isLive || isWaiting) && (
          <Button
            variant="default"
            leftSection={<IconPlayerStopFilled size={14} />}
            rightSection={isLive && !hasSelection && <Keys keys="escape" />}
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            Cancel
          </Button>
        )}
        {isAnswering && <MultitaskButtons isPending={start.isPending} onSend={submit} />}
        {!isLive && !isWaiting && <BudgetButton />}
        {!isLive && !isWaiting && (
          <Button
            type="submit"
            title={(estimate && estimateText(estimate)) ?? undefined}
            leftSection={<IconPlayerPlayFilled size={14} />}
            rightSection={<Keys keys="mod+enter" />}
            loading={start.isPending}
          >
            Run draft
          </Button>
        )}
      </div>
    </form>
  )
}

function ErrorCount() {
  const count = useWorkbenchState(
    (state) => state.problems.filter((problem) => problem.severity === 'error').length,
  )
  const setSearch = useSetSearch()
  if (count === 0) return null
  return (
    <button
      type="button"
      className={styles.problems}
      onClick={() => setSearch({ tab: 'problems' })}
    >
      {plural(count, 'error')} in the graph
    </button>
  )
}

type MultitaskButtonsProps = {
  isPending: boolean
  onSend: (strategy: MultitaskStrategy) => void
}

/** Sends a message during a run: queued, or replacing the answer in progress. */
function MultitaskButtons({ isPending, onSend }: MultitaskButtonsProps) {
  return (
    <>
      <Tooltip label="Stops the run, keeps its results, and sends this">
        <Button variant="default" disabled={isPending} onClick={() => onSend('interrupt')}>
          Interrupt
        </Button>
      </Tooltip>
      <Tooltip label="Runs after the current run has ended">
        <Button
          rightSection={<Keys keys="enter" />}
          loading={isPending}
          onClick={() => onSend('enqueue')}
        >
          Queue
        </Button>
      </Tooltip>
    </>
  )
}
