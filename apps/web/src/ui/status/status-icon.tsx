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

const WORDS: Record<RunStatus, string> = {
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
  hasWord?: boolean
  /** Replaces the status text. */
  word?: string
  /** Reason why the icon is not animated, shown after the text. */
  still?: string
}

export function StatusIcon({
  status,
  size = 14,
  hasWord = false,
  word: ownWord = WORDS[status],
  still,
}: StatusIconProps) {
  const Shape = SHAPES[status]
  const word = still ? `${ownWord} · ${still}` : ownWord
  const label = hasWord ? { 'aria-hidden': true } : { role: 'img', 'aria-label': word }
  return (
    <span className={styles.root} title={hasWord ? undefined : word}>
      <span
        className={`${styles.icon} ${styles[status]}`}
        data-still={still !== undefined || undefined}
        {...label}
      >
        <Shape size={size} />
      </span>
      {hasWord && <span className={styles.word}>{word}</span>}
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
