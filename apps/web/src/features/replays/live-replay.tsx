import { isEnded, type ReplayDetail } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, client } from '../../lib/api.ts'
import { followEvents } from '../../lib/follow-events.ts'
import { plural } from '../../lib/format.ts'
import { reduceRun } from '../../lib/run-view/reduce-run.ts'
import { emptyRunView, type RunView } from '../../lib/run-view/run-view.ts'
import { RunGraph } from '../../ui/still-graph/run-graph.tsx'
import styles from './report/report.module.css'

/** A replay while it runs: how far it has come, on its graph. */
export function LiveReplay({ replay: { id, status } }: { replay: ReplayDetail }) {
  const view = useLiveView(id)
  const { data: graph } = useQuery(api.runs.graph.queryOptions({ input: { id } }))
  const cancel = useMutation(api.runs.cancel.mutationOptions())
  const done = Object.values(view.steps).filter((step) => step.durationMs !== null).length
  const running = Object.entries(view.nodes).flatMap(([node, each]) =>
    each.running > 0 ? [graph?.nodes[node]?.title ?? node] : [],
  )
  return (
    <section className={styles.column} aria-label="Progress">
      <p className={styles.progress} role="status">
        {status === 'pending' ? 'Waiting for its turn' : `Running · ${plural(done, 'step')} done`}
        {running.length > 0 && ` · now ${running.join(', ')}`}
        <Button
          size="compact-sm"
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ id })}
        >
          Cancel
        </Button>
      </p>
      <div className={styles.fill}>
        {graph && <RunGraph document={graph} view={view} group="Replay" />}
      </div>
    </section>
  )
}

function useLiveView(id: string): RunView {
  const [view, setView] = useState(emptyRunView)
  const queries = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    let latest = emptyRunView
    void followEvents({
      open: (after, signal) => client.runs.events({ id, after }, { signal }),
      receive: (events) => {
        latest = reduceRun(latest, events)
        setView(latest)
      },
      setLink: () => {},
      position: () => ({
        after: latest.lastSeq,
        isOver: latest.status !== null && isEnded(latest.status),
      }),
      signal: stop.signal,
    }).then(() => queries.invalidateQueries({ queryKey: api.replays.key() }))
    return () => stop.abort()
  }, [id, queries])
  return view
}
