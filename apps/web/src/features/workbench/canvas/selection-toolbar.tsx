import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCopyPlus, IconLinkOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { NodeToolbar, Position } from '@xyflow/react'
import { memo } from 'react'
import { hasCard, singleSelection } from '../store/selection.ts'
import { useWorkbenchState, useWorkbench, useRun } from '../workbench-context.ts'
import styles from './canvas.module.css'
import type { CanvasActions } from './use-canvas-actions.ts'
import { RunFromIcon } from '../run-from/run-from-buttons.tsx'

type SelectionToolbarProps = {
  actions: CanvasActions
}

/** Toolbar above the one selected node. */
export const SelectionToolbar = memo(function SelectionToolbar({ actions }: SelectionToolbarProps) {
  const id = useWorkbenchState(({ selection, document }) => {
    const selected = singleSelection(selection)
    return selected?.type === 'node' &&
      selected.id in document.nodes &&
      hasCard(document, selected.id)
      ? selected.id
      : undefined
  })
  const { runGraph } = useWorkbench()
  if (id === undefined) return null

  const changes = [
    ['Rename (F2)', IconPencil, actions.rename],
    ['Duplicate', IconCopyPlus, actions.duplicate],
    ['Delete and reconnect', IconLinkOff, () => actions.remove({ reconnect: true })],
    ['Delete', IconTrash, () => actions.remove()],
  ] as const
  const tools = runGraph ? [] : changes
  return (
    <NodeToolbar nodeId={id} isVisible position={Position.Top} offset={6}>
      <div className={styles.toolbar} role="toolbar" aria-label="Selected node">
        {tools.map(([label, Icon, run]) => (
          <Tooltip key={label} label={label}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={label}
              onClick={() => run()}
            >
              <Icon size={14} />
            </ActionIcon>
          </Tooltip>
        ))}
        <RunFromTool id={id} />
      </div>
    </NodeToolbar>
  )
})

/** Runs the draft from the node's last execution in the current run. */
function RunFromTool({ id }: { id: string }) {
  const runId = useRun((state) => state.runId)
  const superstep = useRun(({ view }) => view.nodes[id]?.supersteps.at(-1))
  const isLive = useRun(({ view }) => view.status === 'running' || view.status === 'pending')
  if (runId === undefined || superstep === undefined || isLive) return null
  return <RunFromIcon place={{ runId, superstep }} label="Run from here" keys="r" />
}
