import type { PinnedOutput } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconPinFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { showUndoToast } from '../../../../ui/undo-toast.tsx'
import { removePin, setPin } from '../../marks/marks.ts'
import { usePin } from '../../marks/use-node-marks.ts'
import { useNode, useWorkbench } from '../../workbench-context.ts'
import { PinDialog } from './pin-dialog.tsx'
import styles from './pin.module.css'

/** Says that the node is pinned, and lets that be changed. */
export function PinLine({ id }: { id: string }) {
  const pin = usePin(id)
  return pin && <Pinned id={id} pin={pin} />
}

function Pinned({ id, pin }: { id: string; pin: PinnedOutput }) {
  const { agentId } = useWorkbench()
  const node = useNode(id)
  const [isEditing, setEditing] = useState(false)
  if (!node) return null

  const unpin = () => {
    removePin(agentId, id)
    showUndoToast({
      message: `${node.title ?? id} unpinned`,
      onUndo: () => setPin(agentId, id, pin),
    })
  }
  return (
    <div className={styles.line}>
      <IconPinFilled size={14} aria-hidden />
      <p>Pinned: runs of the workbench take its output as it is.</p>
      <Button size="compact-xs" variant="default" onClick={() => setEditing(true)}>
        Edit
      </Button>
      <Button size="compact-xs" variant="default" onClick={unpin}>
        Unpin
      </Button>
      {isEditing && <PinDialog id={id} node={node} pin={pin} onClose={() => setEditing(false)} />}
    </div>
  )
}
