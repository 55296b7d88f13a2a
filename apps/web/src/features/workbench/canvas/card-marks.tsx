import { IconPinFilled } from '@tabler/icons-react'
import { type BreakpointSide, toggleBreakpoint } from '../marks/marks.ts'
import { useBreakpoint, usePin } from '../marks/use-node-marks.ts'
import { useWorkbench } from '../workbench-context.ts'
import styles from './card-marks.module.css'

const SIDES: readonly BreakpointSide[] = ['before', 'after']

/** A card's gutters: where a run is to stop, left before the node and right after it. */
export function CardBreakpoints({ id, title }: { id: string; title: string }) {
  const { agentId } = useWorkbench()
  const breakpoint = useBreakpoint(id)
  return SIDES.map((side) => (
    <button
      key={side}
      type="button"
      className={`${styles.gutter} nodrag nopan`}
      data-side={side}
      aria-pressed={breakpoint?.[side] === true}
      aria-label={`Breakpoint ${side} ${title}`}
      title={`Breakpoint ${side} this node${side === 'before' ? ' (b)' : ' (⇧b)'}`}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        toggleBreakpoint(agentId, id, side)
      }}
    />
  ))
}

/** That a node is not executed. */
export function CardPin({ id }: { id: string }) {
  const pin = usePin(id)
  if (!pin) return null
  return (
    <span className={styles.pin} title="Pinned: runs of the workbench do not execute this node">
      <IconPinFilled size={12} aria-hidden />
      pinned
    </span>
  )
}
