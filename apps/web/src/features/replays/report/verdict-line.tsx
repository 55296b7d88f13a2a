import { IconAlertOctagonFilled, IconCheck, IconEqualNot } from '@tabler/icons-react'
import styles from './report.module.css'
import type { Tone } from './verdict.ts'

const SHAPES = { same: IconCheck, different: IconEqualNot, error: IconAlertOctagonFilled }

export function VerdictLine({ tone, text }: { tone: Tone; text: string }) {
  const Shape = SHAPES[tone]
  return (
    <p className={styles.verdict} data-tone={tone} role="status">
      <Shape size={16} aria-hidden />
      {text}
    </p>
  )
}
