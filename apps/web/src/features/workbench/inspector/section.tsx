import { Activity, type ReactNode, useState } from 'react'
import styles from './inspector.module.css'

type SectionProps = {
  title: string
  children: ReactNode
  /** Whether it starts collapsed. */
  isFolded?: boolean
  /** Text beside the title, such as a summary of the settings. */
  note?: ReactNode
}

export function Section({ title, children, isFolded = false, note }: SectionProps) {
  const [isOpen, setOpen] = useState(!isFolded)

  return (
    <details
      className={styles.section}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.sectionTitle}>
        {title}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </summary>
      {/* Collapsed content stays in the DOM, so that a field in it can be found, but renders with low priority. */}
      <Activity mode={isOpen ? 'visible' : 'hidden'}>
        <div className={styles.fields}>{children}</div>
      </Activity>
    </details>
  )
}
