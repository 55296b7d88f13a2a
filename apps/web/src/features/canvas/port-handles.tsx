import type { GraphNode } from '@lathe/contract'
import { portsOf } from '@lathe/graph'
import { Handle, Position } from '@xyflow/react'
import { useBench } from '../workbench/workbench-context.ts'
import styles from './card.module.css'
import { handleOf } from './flow-edges.ts'

export function InHandle() {
  return <Handle id="in" type="target" position={Position.Left} className={styles.in ?? ''} />
}

export function OutHandle() {
  return (
    <Handle
      id={handleOf(null)}
      type="source"
      position={Position.Right}
      className={styles.out ?? ''}
    />
  )
}

type PortHandlesProps = {
  id: string
  node: GraphNode
}

/** A plain way on leaves at the head; named ports have a row each; the error port shows when asked for. */
export function PortHandles({ id, node }: PortHandlesProps) {
  const ports = portsOf(node)
  const named = ports.filter((port) => port.role !== 'out' && port.role !== 'error')
  return (
    <>
      {ports.some((port) => port.role === 'out') && <OutHandle />}
      {named.length > 0 && (
        <ul className={styles.ports}>
          {named.map((port) => (
            <li key={port.name} className={styles.port} data-role={port.role}>
              <span>{port.label}</span>
              <Handle
                id={handleOf(port.name)}
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
  const isUsed = useBench((state) =>
    state.document.edges.some((edge) => edge.from === id && edge.when === 'error'),
  )
  return (
    <Handle
      id={handleOf('error')}
      type="source"
      position={Position.Bottom}
      className={styles.error ?? ''}
      data-used={isUsed || undefined}
      title="On error"
    />
  )
}
