import type { Thread } from '@lathe/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../../lib/api/api.ts'
import { IdChip } from '../../../ui/status/id-chip.tsx'
import { PaneBoundary } from '../../../ui/feedback/pane-boundary.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { ViewTabs } from '../../../ui/layout/view-tabs.tsx'
import { ChangesView } from './changes-view.tsx'
import { ResumeFrom } from './resume-from.tsx'
import styles from './history.module.css'
import { StateView } from './state-view.tsx'
import type { TreeRow } from './tree-rows.ts'

const route = getRouteApi('/threads/$thread')

type CheckpointPaneProps = { thread: Thread; row: TreeRow }

/** The state of a checkpoint, the changes of its step, and actions to resume from it. */
export function CheckpointPane({ thread, row }: CheckpointPaneProps) {
  const { view = 'state' } = route.useSearch()
  const navigate = route.useNavigate()
  const { node, origin } = row
  return (
    <section className={styles.checkpoint} aria-label="Checkpoint">
      <header className={styles.head}>
        <h2>{origin}</h2>
        <p className={styles.facts}>
          <span>step {node.superstep}</span>
          <RelativeTime time={node.createdAt} />
          <IdChip id={node.id} objectName="checkpoint" />
          <span>{node.next.length > 0 ? `then ${node.next.join(', ')}` : 'no next node'}</span>
          {node.hasInterrupt && <span>input was requested here</span>}
        </p>
        <ResumeFrom thread={thread} node={node} />
      </header>
      <ViewTabs
        label="Checkpoint"
        hasDigitKeys
        tabs={[
          { value: 'state', label: 'State' },
          { value: 'changes', label: 'Changes' },
        ]}
        value={view}
        onChange={(value) =>
          void navigate({ search: (current) => ({ ...current, view: value }), replace: true })
        }
      />
      <div className={styles.body}>
        <PaneBoundary contentLabel="the checkpoint">
          <Body threadId={thread.id} id={node.id} parentId={node.parentId} view={view} />
        </PaneBoundary>
      </div>
    </section>
  )
}

type BodyProps = {
  threadId: string
  id: string
  parentId: string | null
  view: 'state' | 'changes'
}

function Body({ threadId, id, parentId, view }: BodyProps) {
  const values = useCheckpointValues(threadId, id)
  if (view === 'state') return <StateView values={values} />
  if (parentId === null) return <ChangesView before={{}} after={values} />
  return <ParentChanges threadId={threadId} parentId={parentId} values={values} />
}

type ParentChangesProps = {
  threadId: string
  parentId: string
  values: ReturnType<typeof useCheckpointValues>
}

function ParentChanges({ threadId, parentId, values }: ParentChangesProps) {
  return <ChangesView before={useCheckpointValues(threadId, parentId)} after={values} />
}

/** Checkpoints are immutable. */
function useCheckpointValues(id: string, checkpointId: string) {
  const { data } = useSuspenseQuery(
    api.threads.checkpoint.queryOptions({
      input: { id, checkpointId },
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  return data.values
}
