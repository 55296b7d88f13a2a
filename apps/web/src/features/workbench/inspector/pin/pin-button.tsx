import type { GraphNode, Json } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { useState } from 'react'
import { announce } from '../../../../ui/live-announcer.tsx'
import { setPin } from '../../marks/marks.ts'
import { useDocument, useWorkbench } from '../../workbench-context.ts'
import { PinDialog } from './pin-dialog.tsx'
import { readPin } from './pin-issues.ts'

type PinButtonProps = {
  id: string
  node: GraphNode
  /** What it wrote; null when it ended without. */
  writes: Json
  /** The way it left by, where it has several. */
  port: string | null
}

/** Pins what a node wrote; where more has to be said, in a dialog. */
export function PinButton({ id, node, writes, port }: PinButtonProps) {
  const { agentId } = useWorkbench()
  const document = useDocument()
  const [isAsking, setAsking] = useState(false)
  const isObject = typeof writes === 'object' && writes !== null && !Array.isArray(writes)
  const written = isObject ? writes : {}

  const pin = () => {
    const read = readPin(document, node, JSON.stringify(written), port)
    if (!('pin' in read)) return setAsking(true)
    setPin(agentId, id, read.pin)
    announce(`The output of ${node.title ?? id} is pinned`)
    return undefined
  }
  return (
    <>
      <Button size="compact-sm" variant="default" leftSection={<IconPin size={14} />} onClick={pin}>
        Pin this output
      </Button>
      {isAsking && (
        <PinDialog
          id={id}
          node={node}
          pin={{ writes: written, ...(port !== null && { port }) }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
