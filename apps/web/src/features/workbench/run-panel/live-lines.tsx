import { RunningDuration } from '../../../ui/quantities.tsx'
import { StatusIcon } from '../../../ui/status-icon.tsx'
import { useNodeTitle } from '../use-node-title.ts'
import styles from './lines.module.css'
import { QueueLine } from './queue-line.tsx'
import { RetryLine } from './retry-line.tsx'
import { useTurn } from './run-context.ts'

/** What goes on this moment: each running node, how long already, and what it waits for. */
export function LiveLines() {
  const nodes = useTurn((state) => state.view.nodes)
  const status = useTurn((state) => state.view.status)
  const running = Object.entries(nodes).filter(([, node]) => node.running > 0)

  if (status === 'pending') return <QueueLine />
  if (status !== 'running') return null
  return (
    <div className={styles.lines}>
      {running.map(([id, node]) => (
        <div key={id}>
          <p className={styles.live}>
            <StatusIcon status="running" />
            <NodeTitle id={id} />
            {node.running > 1 && <span>×{node.running}</span>}
            {node.runningSince !== null && <RunningDuration since={node.runningSince} />}
          </p>
          {node.retry && <RetryLine retry={node.retry} />}
        </div>
      ))}
    </div>
  )
}

function NodeTitle({ id }: { id: string }) {
  return <span>{useNodeTitle(id)}</span>
}
