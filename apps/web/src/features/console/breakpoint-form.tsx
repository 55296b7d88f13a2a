import { Button } from '@mantine/core'
import type { InterruptAnswer } from '@lathe/contract'
import styles from './interrupts.module.css'

type BreakpointFormProps = {
  when: 'before' | 'after'
  title: string
  onAnswer: (answer: InterruptAnswer) => void
}

export function BreakpointForm({ when, title, onAnswer }: BreakpointFormProps) {
  return (
    <>
      <p className={styles.note}>
        Stopped {when} {title}.
      </p>
      <Button onClick={() => onAnswer({ kind: 'breakpoint' })}>Go on</Button>
    </>
  )
}
