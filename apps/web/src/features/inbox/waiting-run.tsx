import type { Run } from '@lathe/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '../../lib/api/api.ts'
import { afterTimeout, nodeTitle } from '../../lib/format/node-title.ts'
import { announce } from '../../ui/feedback/live-announcer.tsx'
import { InterruptList } from '../../shared/interrupts/interrupt-list.tsx'
import styles from './inbox.module.css'
import { InboxBreakpoint, StoppedRunContext } from './inbox-breakpoint.tsx'

/** The forms of one waiting run. The workbench shows the resumed run. */
export function WaitingRun({ run }: { run: Run }) {
  const queries = useQueryClient()
  const { data: document } = useQuery(
    api.runs.graph.queryOptions({ input: { id: run.id }, staleTime: Number.POSITIVE_INFINITY }),
  )
  const stopped = useMemo(() => ({ run, document }), [run, document])
  const key = [run.id, ...run.interrupts.map(({ id }) => id)].join(' ')
  return (
    <section className={styles.forms} aria-label="Request">
      <header className={styles.head}>
        <h2>{run.title || 'Untitled'}</h2>
        <Link
          to="/agents/$agent"
          params={{ agent: run.agentSlug }}
          search={{ thread: run.threadId, run: run.id }}
        >
          Open in {run.agentName}
        </Link>
      </header>
      <StoppedRunContext value={stopped}>
        <InterruptList
          key={key}
          runId={run.id}
          interrupts={run.interrupts}
          getTitle={(node) => (document ? nodeTitle(document, node) : node)}
          afterTimeout={(node) => document && afterTimeout(document, node)}
          Breakpoint={InboxBreakpoint}
          onResume={() => {
            announce('Answered. The run continues.')
            void queries.invalidateQueries({ queryKey: api.runs.key() })
          }}
        />
      </StoppedRunContext>
    </section>
  )
}
