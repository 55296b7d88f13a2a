import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import styles from './statistics.module.css'

/** Verdicts of one kind: where there are several, or little space, a line each until unfolded. */
export function VerdictBlock({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.verdicts} aria-label={label} data-open={isOpen || undefined}>
      <UnstyledButton
        className={styles.more}
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Less' : 'More'} of ${label}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Less' : 'More'}
      </UnstyledButton>
      {children}
    </section>
  )
}
