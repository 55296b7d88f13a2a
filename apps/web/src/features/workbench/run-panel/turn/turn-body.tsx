import { Link } from '@tanstack/react-router'
import type { Run } from '@lathe/contract'
import { useState } from 'react'
import { useWorkbenchState } from '../../workbench-context.ts'
import { AnswerItem, OutputFields } from './output-fields.tsx'
import { LiveLines } from './live-lines.tsx'
import { MessageItem } from './message-item.tsx'
import { RunErrorPanel } from './run-error-panel.tsx'
import { useTurn, RunContext, createRunStore, useFollowRun } from '../../run/run-store.ts'
import { StepsList } from './steps-list.tsx'
import { ToolCallItem } from './tool-call-item.tsx'
import { Duration, RunningDuration, TotalCost, Tokens } from '../../../../ui/status/quantities.tsx'
import { StatusIcon } from '../../../../ui/status/status-icon.tsx'
import styles from './run-totals.module.css'
import { RelativeTime } from '../../../../ui/status/relative-time.tsx'
import consoleStyles from '../run-panel.module.css'
import { TurnInput } from './turn-input.tsx'

type TurnBodyProps = {
  onShowNode: (id: string) => void
}

const ITEMS = { message: MessageItem, tool: ToolCallItem, answer: AnswerItem }

/** Transcript, errors, output and totals of a run. */
export function TurnBody({ onShowNode }: TurnBodyProps) {
  const transcript = useTurn((state) => state.view.transcript)
  const error = useTurn((state) => state.view.error)

  return (
    <>
      {transcript.map(({ type, id }) => {
        const Item = ITEMS[type]
        return <Item key={id} id={id} />
      })}
      <LiveLines />
      {error && <RunErrorPanel error={error} onShowNode={onShowNode} />}
      <Output />
      <StepsList onShowNode={onShowNode} />
      <RunTotals />
    </>
  )
}

function Output() {
  const output = useWorkbenchState(({ document }) => document.output)
  const state = useWorkbenchState(({ document }) => document.state)
  const isSuccess = useTurn((run) => run.view.status === 'success')
  const channels = useTurn((run) => run.view.channels)
  const lastText = useTurn(({ view }) => {
    const last = view.transcript.at(-1)
    return last?.type === 'message' ? view.messages[last.id]?.text : undefined
  })
  // The transcript already shows conversations and the last message.
  const visibleNames = output.filter((name) => state[name]?.type !== 'messages' && name in channels)
  const isInTranscript = visibleNames.length === 1 && channels[visibleNames[0] ?? ''] === lastText
  if (!isSuccess || isInTranscript || visibleNames.length === 0) return null
  return <OutputFields label="Output" names={visibleNames} values={channels} />
}

/** Status, times, tokens and cost of a run with links to its trace. */
function RunTotals() {
  const runId = useTurn((state) => state.runId)
  const status = useTurn((state) => state.view.status)
  const startedAt = useTurn((state) => state.view.startedAt)
  const endedAt = useTurn((state) => state.view.endedAt)
  const firstTokenAt = useTurn((state) => state.view.firstTokenAt)
  const usage = useTurn((state) => state.view.usage)
  const cost = useTurn((state) => state.view.cost)
  const pricedCost = useTurn((state) => state.view.pricedCost)
  const unpriced = useTurn((state) => state.view.unpriced)
  const unmetered = useTurn((state) => state.view.unmetered)
  const hasCalls = usage.input > 0 || usage.output > 0
  if (status === null || runId === undefined) return null

  return (
    <div className={styles.root}>
      <div className={styles.facts}>
        <StatusIcon status={status} hasLabel />
        {startedAt !== null && (
          <span className={styles.fact} title="Total duration">
            {endedAt === null ? (
              <RunningDuration since={startedAt} />
            ) : (
              <Duration ms={(endedAt - startedAt) / 1_000} />
            )}
          </span>
        )}
        {firstTokenAt !== null && startedAt !== null && (
          <span className={styles.fact} title="Time to first token">
            first token <Duration ms={(firstTokenAt - startedAt) / 1_000} />
          </span>
        )}
        {hasCalls && <Tokens usage={usage} />}
        {hasCalls && <TotalCost spending={{ cost, pricedCost, unpriced, unmetered }} />}
      </div>
      {endedAt !== null && (
        <Link
          to="/traces/$traceId"
          params={{ traceId: runId }}
          search={{ replay: 'exact' }}
          className={styles.trace ?? ''}
        >
          Replay
        </Link>
      )}
      <Link to="/traces/$traceId" params={{ traceId: runId }} className={styles.trace ?? ''}>
        Trace
      </Link>
    </div>
  )
}

type PastTurnProps = {
  run: Run
  isInitiallyOpen: boolean
  onShowNode: (id: string) => void
}

/** An earlier run of the thread. Loads its events when it is expanded. */
export function PastTurn({ run, isInitiallyOpen, onShowNode }: PastTurnProps) {
  const [isOpen, setOpen] = useState(isInitiallyOpen)
  return (
    <details
      className={consoleStyles.past}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={consoleStyles.pastTitle}>
        <StatusIcon status={run.status} />
        <span>{run.title}</span>
        <RelativeTime time={run.createdAt} />
      </summary>
      {isOpen && <FinishedRun runId={run.id} onShowNode={onShowNode} />}
    </details>
  )
}

function FinishedRun({ runId, onShowNode }: { runId: string; onShowNode: (id: string) => void }) {
  const [store] = useState(createRunStore)
  useFollowRun(store, runId)
  return (
    <RunContext value={store}>
      <div className={consoleStyles.turn}>
        <TurnInput runId={runId} />
        <TurnBody onShowNode={onShowNode} />
      </div>
    </RunContext>
  )
}
