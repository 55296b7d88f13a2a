import {
  IconAlertOctagonFilled,
  IconCheck,
  IconCircle,
  IconCircleDotFilled,
  IconCircleOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RunStatus } from '@lathe/contract'
import styles from './status-icon.module.css'

const LABELS: Record<RunStatus, string> = {
  pending: 'Pending',
  running: 'Running',
  interrupted: 'Needs you',
  success: 'Success',
  error: 'Error',
  timeout: 'Timed out',
  cancelled: 'Cancelled',
}

type StatusIconProps = {
  status: RunStatus
  size?: number
  /** Shows the status text next to the icon; otherwise it is the icon's accessible name. */
  hasLabel?: boolean
  /** Replaces the status text. */
  label?: string
  /** Reason why the icon is not animated, shown after the text. */
  staticReason?: string
}

export function StatusIcon({
  status,
  size = 14,
  hasLabel = false,
  label = LABELS[status],
  staticReason,
}: StatusIconProps) {
  const Shape = SHAPES[status]
  const text = staticReason ? `${label} · ${staticReason}` : label
  const iconProps = hasLabel ? { 'aria-hidden': true } : { role: 'img', 'aria-label': text }
  return (
    <span className={styles.root} title={hasLabel ? undefined : text}>
      <span
        className={`${styles.icon} ${styles[status]}`}
        data-still={staticReason !== undefined || undefined}
        {...iconProps}
      >
        <Shape size={size} />
      </span>
      {hasLabel && <span className={styles.word}>{text}</span>}
    </span>
  )
}

type ShapeProps = { size: number }

const SHAPES: Record<RunStatus, (props: ShapeProps) => ReactNode> = {
  pending: IconCircle,
  running: Running,
  interrupted: PausedDiamond,
  success: ({ size }) => <IconCheck size={size} stroke={1.5} />,
  error: IconAlertOctagonFilled,
  timeout: IconAlertOctagonFilled,
  cancelled: IconCircleOff,
}

function Running({ size }: ShapeProps) {
  return (
    <>
      <svg className={styles.ring} width={size} height={size} viewBox="0 0 16 16" fill="none">
        <path d="M8 2a6 6 0 1 1-6 6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <IconCircleDotFilled size={size} className={styles.still} />
    </>
  )
}

function PausedDiamond({ size }: ShapeProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="none" stroke="currentColor">
      <path d="M8 1l7 7-7 7-7-7z" strokeWidth="1.5" strokeLinejoin="round" />
      <path d="M6.6 6v4M9.4 6v4" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  )
}
