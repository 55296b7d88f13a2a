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
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { useWorkbenchState, useWorkbench } from '../workbench-context.ts'
import type { Alignment } from './align.ts'
import styles from './canvas.module.css'
import type { CanvasActions } from './use-canvas-actions.ts'

const LINES: [Alignment, string, typeof IconTrash, key: string][] = [
  ['left', 'Align left', IconLayoutAlignLeft, 'l'],
  ['centre', 'Align centres', IconLayoutAlignCenter, 'c'],
  ['right', 'Align right', IconLayoutAlignRight, 'r'],
  ['top', 'Align tops', IconLayoutAlignTop, 't'],
  ['middle', 'Align middles', IconLayoutAlignMiddle, 'm'],
  ['bottom', 'Align bottoms', IconLayoutAlignBottom, 'b'],
  ['spread-across', 'Distribute horizontally', IconLayoutDistributeVertical, 'h'],
  ['spread-down', 'Distribute vertically', IconLayoutDistributeHorizontal, 'v'],
]

/** Toolbar above several selected cards. */
export const AlignTools = memo(function AlignTools({ actions }: { actions: CanvasActions }) {
  const ids = useWorkbenchState(({ selection }) => selection.nodes)
  const areSeveral = ids.length > 1
  const { runGraph } = useWorkbench()

  useHotkeys(
    areSeveral && !runGraph
      ? LINES.map(([alignment, label, , key]) => ({
          keys: `shift+a ${key}`,
          label,
          group: 'Canvas',
          run: () => actions.align(alignment),
        }))
      : [],
  )

  if (!areSeveral || runGraph) return null
  const tools = [
    ...LINES.map(
      ([alignment, label, Icon]) => [label, Icon, () => actions.align(alignment)] as const,
    ),
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
