import { Activity, type ReactNode, useState } from 'react'
import styles from './inspector.module.css'

type SectionProps = {
  title: string
  children: ReactNode
  /** Until it is opened. */
  isFolded?: boolean
  /** Beside the title: what is set inside. */
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
      {/* What is folded is on the page, for whoever looks for a field, but no key waits until it is drawn again. */}
      <Activity mode={isOpen ? 'visible' : 'hidden'}>
        <div className={styles.fields}>{children}</div>
      </Activity>
    </details>
  )
}
