import { Button } from '@mantine/core'
import type { Interrupt, InterruptAnswer, JsonSchema } from '@lathe/contract'
import { needsForm } from '@lathe/graph'
import { useEffect, useRef } from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { announce } from '../../ui/feedback/live-announcer.tsx'
import { Keys } from '../../ui/layout/keys.tsx'
import { Markdown } from '../../ui/messages/markdown.tsx'
import { focusInvalid } from '../../ui/schema-form/use-checked-form.ts'
import { SchemaFields } from '../../ui/schema-form/schema-field.tsx'
import { useSchemaForm } from '../../ui/schema-form/use-schema-form.ts'
import styles from './interrupts.module.css'
import { formatDuration } from '../../lib/format/format.ts'
import { useNow } from '../../lib/browser/use-now.ts'

type AskFormProps = {
  interrupt: Extract<Interrupt, { kind: 'ask' }>
  /** Node where the run continues after the deadline. */
  next: string | undefined
  onAnswer: (answer: InterruptAnswer) => void
}

const NO_FIELDS: JsonSchema = { type: 'object', properties: {} }

/** Question with its fields and one button per decision. Digit keys press the buttons. */
export function AskForm({ interrupt, next, onAnswer }: AskFormProps) {
  const { message, form: schema, decisions, deadlineAt, title } = interrupt
  const form = useSchemaForm(schema ?? NO_FIELDS)
  const ref = useRef<HTMLFormElement>(null)

  useEffect(() => announce(`${title} needs you`), [title])

  const decide = (port: string) => {
    const values = form.submit({ isWhole: needsForm(decisions, port) })
    if (values) onAnswer({ kind: 'ask', decision: port, values })
    else focusInvalid(ref.current)
  }

  useHotkeys(
    decisions.map(({ port, label }, index) => ({
      keys: `alt+${index + 1}`,
      label: `Decide: ${label}`,
      group: 'Run',
      inFields: true,
      run: () => decide(port),
    })),
  )

  return (
    <form ref={ref} className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <Markdown text={message} />
      <SchemaFields form={form} />
      {deadlineAt !== null && <Deadline deadline={deadlineAt} next={next} />}
      <div className={styles.actions}>
        {decisions.map(({ port, label }, index) => (
          <Button
            key={port}
            variant={index === 0 ? 'filled' : 'default'}
            rightSection={<Keys keys={`alt+${index + 1}`} />}
            onClick={() => decide(port)}
          >
            {label}
          </Button>
        ))}
      </div>
    </form>
  )
}

type DeadlineProps = {
  /** Microseconds since the epoch. */
  deadline: number
  /** Node where the run continues after the deadline, if known. */
  next: string | undefined
}

/** Counts down to the time when the run continues without an answer. */
function Deadline({ deadline, next }: DeadlineProps) {
  const ms = deadline / 1_000 - useNow(1_000).getTime()
  const continuation = next === undefined ? '' : ` with ${next}`
  return (
    <p className={styles.note}>
      {ms > 0
        ? `Without an answer the run continues${continuation} in ${formatDuration(ms)}.`
        : 'The time to answer has expired.'}
    </p>
  )
}
