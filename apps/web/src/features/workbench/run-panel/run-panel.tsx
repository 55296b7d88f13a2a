import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { selectNode } from '../store/selection.ts'
import { useRun, useWorkbench } from '../workbench-context.ts'
import { Composer } from './composer/composer.tsx'
import { RunPanelHeader } from './run-panel-header.tsx'
import styles from './run-panel.module.css'
import { ContinueRun } from './continue-run.tsx'
import { Interrupts } from './interrupts.tsx'
import { PastTurn, TurnBody } from './turn/turn-body.tsx'
import { RunContext, useFollowRun } from '../run/run-store.ts'
import { TurnInput } from './turn/turn-input.tsx'
import { useCancelKey } from './run-actions.ts'
import { useThread } from './use-thread.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { ConnectionLost } from '../../../ui/feedback/connection-lost.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'

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

const BOTTOM_TOLERANCE_PX = 48
/** Events by which a reader scrolls, and the time scrolling may continue after them. */
const USER_SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointermove'] as const
const MOVE_MS = 600

/** Follows growing content while the reader is at its end. Stops when the reader scrolls up. */
export function useStickToBottom() {
  const scrollRef = useRef<HTMLDivElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  const isPinned = useRef(true)
  const [isScrolledUp, setScrolledUp] = useState(false)

  const jump = useCallback(() => {
    const scroll = scrollRef.current
    isPinned.current = true
    setScrolledUp(false)
    if (scroll) scroll.scrollTop = scroll.scrollHeight
  }, [])

  useEffect(() => {
    const scroll = scrollRef.current
    const content = contentRef.current
    if (!scroll || !content) return undefined
    let last = scroll.scrollTop
    let lastUserScroll = Number.NEGATIVE_INFINITY
    const noteMove = () => {
      lastUserScroll = performance.now()
    }
    // Growing content looks like scrolling up and shrinking content like scrolling down. So only
    // reader events count.
    const handleScroll = () => {
      const isNearBottom =
        scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < BOTTOM_TOLERANCE_PX
      if (isNearBottom) isPinned.current = true
      else if (scroll.scrollTop < last && performance.now() - lastUserScroll < MOVE_MS) {
        isPinned.current = false
      }
      last = scroll.scrollTop
      setScrolledUp(!isPinned.current)
    }
    // Keeps the position when the reader expands something.
    const handleClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('summary, [aria-expanded]')) {
        isPinned.current = false
      }
    }
    const observer = new ResizeObserver(() => {
      if (isPinned.current) scroll.scrollTop = scroll.scrollHeight
    })
    observer.observe(content)
    observer.observe(scroll)
    scroll.addEventListener('scroll', handleScroll, { passive: true })
    for (const move of USER_SCROLL_EVENTS)
      scroll.addEventListener(move, noteMove, { passive: true })
    content.addEventListener('click', handleClick)
    return () => {
      observer.disconnect()
      scroll.removeEventListener('scroll', handleScroll)
      for (const move of USER_SCROLL_EVENTS) scroll.removeEventListener(move, noteMove)
      content.removeEventListener('click', handleClick)
    }
  }, [])

  return { scrollRef, contentRef, isScrolledUp, jump }
}
