import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconCopyPlus,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconTrash,
} from '@tabler/icons-react'
import { NodeToolbar, Position } from '@xyflow/react'
import { memo } from 'react'
import { useBench } from '../workbench/workbench-context.ts'
import type { Alignment } from './align.ts'
import styles from './canvas.module.css'
import type { CanvasActions } from './use-canvas-actions.ts'

const LINES: [Alignment, string, typeof IconTrash][] = [
  ['left', 'Align left', IconLayoutAlignLeft],
  ['centre', 'Align centres', IconLayoutAlignCenter],
  ['right', 'Align right', IconLayoutAlignRight],
  ['top', 'Align tops', IconLayoutAlignTop],
  ['middle', 'Align middles', IconLayoutAlignMiddle],
  ['bottom', 'Align bottoms', IconLayoutAlignBottom],
  ['spread-across', 'Spread across', IconLayoutDistributeVertical],
  ['spread-down', 'Spread down', IconLayoutDistributeHorizontal],
]

/** What can be done with several selected cards, above them. */
export const AlignTools = memo(function AlignTools({ actions }: { actions: CanvasActions }) {
  const ids = useBench(({ selection }) => selection.nodes)
  if (ids.length < 2) return null
  const tools = [
    ...LINES.map(([how, label, Icon]) => [label, Icon, () => actions.align(how)] as const),
    ['Duplicate', IconCopyPlus, actions.duplicate] as const,
    ['Delete', IconTrash, () => actions.remove()] as const,
  ]
  return (
    <NodeToolbar nodeId={[...ids]} isVisible position={Position.Top} offset={12}>
      <div className={styles.toolbar} role="toolbar" aria-label="Selected nodes">
        {tools.map(([label, Icon, run]) => (
          <Tooltip key={label} label={label}>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={run}>
              <Icon size={14} />
            </ActionIcon>
          </Tooltip>
        ))}
      </div>
    </NodeToolbar>
  )
})
