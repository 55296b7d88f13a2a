import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { selectNode } from '../store/selection.ts'
import { useWorkbench, useRun } from '../workbench-context.ts'
import { Composer } from './composer/composer.tsx'
import { RunPanelHeader } from './run-panel-header.tsx'
import styles from './run-panel.module.css'
import { ContinueRun } from './continue-run.tsx'
import { Interrupts } from './interrupts.tsx'
import { PastTurn, TurnBody } from './turn/turn-body.tsx'
import { RunContext, useFollowRun } from '../run/run-store.ts'
import { TurnInput } from './turn/turn-input.tsx'
import { useCancelKey } from './run-actions.ts'
import { useStickToBottom } from './use-stick-to-bottom.ts'
import { useThread } from './use-thread.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { ConnectionLost } from '../../../ui/feedback/connection-lost.tsx'

const OPEN_TURNS = 3

/** The thread's turns, the interrupts to answer and the form for the next run. */
export function RunPanel() {
  const { run, store } = useWorkbench()
  const { threadId, runId, earlier: earlierTurns, isNewest } = useThread()
  const { scrollRef, contentRef, isScrolledUp, jump } = useStickToBottom()
  useFollowRun(run, runId)
  const handleKeyDown = useCancelKey()
  const showNode = (id: string) => store.select(selectNode(id))

  return (
    <RunContext value={run}>
      <section className={styles.root} aria-label="Run" onKeyDown={handleKeyDown}>
        <RunPanelHeader threadId={threadId} />
        <div ref={scrollRef} className={styles.scroll}>
          <div ref={contentRef} className={styles.content}>
            {earlierTurns.map((run, index) => (
              <PastTurn
                key={run.id}
                run={run}
                isInitiallyOpen={index >= earlierTurns.length - OPEN_TURNS}
                onShowNode={showNode}
              />
            ))}
            {runId === undefined ? (
              <FirstRun />
            ) : (
              <div className={styles.turn}>
                <TurnInput runId={runId} />
                <TurnBody onShowNode={showNode} />
                <Interrupts />
                {isNewest && <ContinueRun key={runId} runId={runId} />}
              </div>
            )}
          </div>
          {isScrolledUp && (
            <Button
              className={styles.jump ?? ''}
              size="xs"
              variant="default"
              leftSection={<IconArrowDown size={14} />}
              onClick={jump}
            >
              Jump to latest
            </Button>
          )}
        </div>
        <LinkLine />
        <Composer threadId={threadId} onStarted={jump} />
      </section>
    </RunContext>
  )
}

function FirstRun() {
  return <p className={styles.first}>Messages and steps of the run appear here.</p>
}

function LinkLine() {
  const link = useRun((state) => state.link)
  if (link.state === 'failed') return <ErrorPanel action="load the run" error={link.error} />
  return link.state === 'lost' ? <ConnectionLost since={link.since} /> : null
}
