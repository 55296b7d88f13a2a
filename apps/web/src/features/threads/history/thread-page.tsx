import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '../../../lib/api/api.ts'
import { plural } from '../../../lib/format/format.ts'
import { IdChip } from '../../../ui/status/id-chip.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { SplitPane } from '../../../ui/layout/split-pane.tsx'
import { StatusIcon } from '../../../ui/status/status-icon.tsx'
import { CheckpointPane } from './checkpoint-pane.tsx'
import { CheckpointTree } from './checkpoint-tree.tsx'
import styles from './history.module.css'
import { ThreadActions } from './thread-actions.tsx'
import { useTree } from './use-tree.ts'

const route = getRouteApi('/threads/$thread')

/**
 * One thread as the tree of its checkpoints: inspect each, compare it with its parent, or resume
 * from it.
 */
export function ThreadPage() {
  const { thread: id } = route.useParams()
  const { at } = route.useSearch()
  const { data: thread } = useSuspenseQuery(api.threads.get.queryOptions({ input: { id } }))
  const tree = useTree(id)
  const selected = tree.rows.find(({ node }) => node.id === at) ?? tree.rows[0]

  return (
    <div className={styles.page}>
      <PageHeader
        title={thread.title === '' ? 'Untitled' : thread.title}
        facts={
          <>
            {thread.status && <StatusIcon status={thread.status} hasLabel />}
            <Link to="/agents/$agent" params={{ agent: thread.agentSlug }}>
              {thread.agentName}
            </Link>
            <span>{plural(thread.runCount, 'run')}</span>
            <span>{plural(tree.rows.length, 'checkpoint')}</span>
            <IdChip id={thread.id} objectName="thread" />
          </>
        }
        actions={<ThreadActions thread={thread} />}
      />
      <SplitPane
        name="thread"
        panes={[
          {
            id: 'tree',
            size: 50,
            min: '320px',
            content: <CheckpointTree tree={tree} selected={selected} />,
          },
          {
            id: 'checkpoint',
            size: 50,
            min: '320px',
            isHidden: selected === undefined,
            content: selected && (
              <CheckpointPane key={selected.node.id} thread={thread} row={selected} />
            ),
          },
        ]}
      />
    </div>
  )
}
