import type { ListedTrace, SpanDetail, TraceThread } from '@lathe/contract'
import { VisuallyHidden } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../lib/api.ts'
import { knownSpending } from '../../../lib/known-cost.ts'
import { Spent, Tokens } from '../../../ui/quantities.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { FeedbackCell } from '../list/feedback-cell.tsx'
import { writeListParams } from '../list/list-params.ts'
import { TraceDuration, TraceStatus } from '../../../ui/open-trace.tsx'
import { Answered, Asked } from '../story/said.tsx'
import { placeOf, threadFilter } from './thread-input.ts'
import styles from './threads.module.css'

const FOLLOW_MS = 1_500
const SOON_MS = 300

type TurnProps = { trace: ListedTrace; number: number; thread: TraceThread }

/** One trace of a conversation: what it was asked, and what it answered. */
export function Turn({ trace, number, thread }: TurnProps) {
  return (
    <li className={styles.turn}>
      <header>
        <Link
          to="/traces/$traceId"
          params={{ traceId: trace.id }}
          search={{ list: writeListParams(threadFilter(placeOf(thread))) }}
          aria-label={`Turn ${number}: ${trace.title}`}
        >
          Turn {number}
        </Link>
        <TraceStatus trace={trace} />
        <RelativeTime at={trace.startedAt} />
        <TraceDuration trace={trace} />
        <Tokens usage={trace.usage} />
        <Spent spent={knownSpending(trace)} />
        <FeedbackCell feedback={trace.feedback} />
      </header>
      <TurnSaid trace={trace} />
      {trace.error && <p className={styles.error}>{trace.error.message}</p>}
    </li>
  )
}

function TurnSaid({ trace }: { trace: ListedTrace }) {
  const { data, error } = useQuery(rootQuery(trace))
  if (isNotYetThere(error)) return <p className={styles.faint}>Its root has not come yet.</p>
  if (error) return <p className={styles.faint}>What it said could not be loaded.</p>
  return data ? <Said root={data} /> : <p className={styles.faint}>…</p>
}

const isNotYetThere = (error: unknown) =>
  error instanceof ORPCError && error.code === 'NO_SUCH_SPAN'

function Said({ root }: { root: SpanDetail }) {
  return (
    <>
      <div className={styles.asked}>
        <VisuallyHidden>Asked</VisuallyHidden>
        <Asked span={root} />
      </div>
      <div>
        <VisuallyHidden>Answered</VisuallyHidden>
        {root.endedAt === null && root.outputs === null ? (
          <p className={styles.faint}>No answer yet</p>
        ) : (
          <Answered span={root} />
        )}
      </div>
    </>
  )
}

/** Read again while it goes on, and until the end is there that the list tells of. */
const rootQuery = ({ id, endedAt }: ListedTrace) =>
  api.traces.root.queryOptions({
    input: { id },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (endedAt === null) return FOLLOW_MS
      return data && data.endedAt === null ? SOON_MS : false
    },
  })
