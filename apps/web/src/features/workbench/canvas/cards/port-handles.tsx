import type { GraphDocument, GraphEdge, GraphNode } from '@lathe/contract'
import { nodePorts, type NodePort } from '@lathe/nodes'
import { Handle, Position } from '@xyflow/react'
import { useMemo } from 'react'
import { memoize } from '../../../../lib/browser/memoize.ts'
import { useWorkbenchState } from '../../workbench-context.ts'
import styles from './card.module.css'
import { portHandle } from '../edges/flow-edges.ts'

export function InHandle() {
  return <Handle id="in" type="target" position={Position.Left} className={styles.in ?? ''} />
}

export function OutHandle() {
  return (
    <Handle
      id={portHandle(null)}
      type="source"
      position={Position.Right}
      className={styles.out ?? ''}
    />
  )
}

/**
 * Handles of a node's ports. A single output is at the head, named ports have a row each, the error
 * port appears on hover.
 */
export function PortHandles({ id }: { id: string }) {
  // A string, so that only changed ports cause a render.
  const portsJson = useWorkbenchState(({ document }) => portsAt(document, id))
  const ports = useMemo((): NodePort[] => JSON.parse(portsJson), [portsJson])
  const namedPorts = ports.filter((port) => port.role !== 'out' && port.role !== 'error')
  return (
    <>
      {ports.some((port) => port.role === 'out') && <OutHandle />}
      {namedPorts.length > 0 && (
        <ul className={styles.ports}>
          {namedPorts.map((port) => (
            <li key={port.name} className={styles.port} data-role={port.role}>
              <span>{port.label}</span>
              <Handle
                id={portHandle(port.name)}
                type="source"
                position={Position.Right}
                className={styles.portHandle ?? ''}
              />
            </li>
          ))}
        </ul>
      )}
      <ErrorHandle id={id} />
    </>
  )
}

function ErrorHandle({ id }: { id: string }) {
  const hasErrorEdge = useWorkbenchState(({ document }) =>
    nodesWithErrorEdge(document.edges).has(id),
  )
  return (
    <Handle
      id={portHandle('error')}
      type="source"
      position={Position.Bottom}
      className={styles.error ?? ''}
      data-used={hasErrorEdge || undefined}
      title="On error"
    />
  )
}

const portsText = memoize((node: GraphNode) => JSON.stringify(nodePorts(node)))

const portsAt = ({ nodes }: GraphDocument, id: string): string => {
  const node = nodes[id]
  return node ? portsText(node) : '[]'
}

const nodesWithErrorEdge = memoize(
  (edges: readonly GraphEdge[]) =>
    new Set(edges.filter(({ when }) => when === 'error').map(({ from }) => from)),
)
