import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useReactFlow, useStore } from '@xyflow/react'
import type { Point } from '../../../lib/node-places.ts'
import { useCanvasUiStore } from './canvas-ui.ts'
import styles from './edge.module.css'

type InsertButtonProps = {
  index: number
  /** Middle of the edge, in the graph's coordinates. */
  at: Point
}

export function InsertButton({ index, at }: InsertButtonProps) {
  const ui = useCanvasUiStore()
  const { flowToScreenPosition } = useReactFlow()
  // From afar the graph shrinks, and what is pressed must not.
  const scale = useStore(({ transform }) => Math.max(1, 1 / transform[2]))

  const handleClick = (frame: Element | null) => {
    const corner = frame?.getBoundingClientRect()
    const screen = flowToScreenPosition({ x: at[0], y: at[1] })
    ui.setState({
      palette: {
        at: [screen.x - (corner?.left ?? 0), screen.y - (corner?.top ?? 0)],
        place: [at[0] - 110, at[1] + 60],
        into: index,
      },
    })
  }

  return (
    <div
      className={`${styles.label} nodrag nopan`}
      style={{
        transform: `translate(${at[0]}px, ${at[1]}px) scale(${scale}) translate(-50%, 14px)`,
        transformOrigin: '0 0',
      }}
    >
      <ActionIcon
        size="sm"
        variant="default"
        aria-label="Insert a node here"
        title="Insert a node here"
        onClick={({ currentTarget }) => handleClick(currentTarget.closest('.react-flow'))}
      >
        <IconPlus size={14} />
      </ActionIcon>
    </div>
  )
}
