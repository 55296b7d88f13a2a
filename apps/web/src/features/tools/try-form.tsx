import type { JsonObject, ToolEntry } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { client } from '../../lib/api/api.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { focusInvalid } from '../../ui/schema-form/use-checked-form.ts'
import { SchemaFields } from '../../ui/schema-form/schema-field.tsx'
import { useSchemaForm } from '../../ui/schema-form/use-schema-form.ts'
import styles from './tools.module.css'
import { TrialResult } from './trial-result.tsx'

/** Calls the saved tool, with real side effects. */
export function TryForm({ tool }: { tool: ToolEntry }) {
  const form = useSchemaForm(tool.schema)
  const calling = useRef<AbortController>(null)
  const trial = useMutation({
    mutationFn: (args: JsonObject) => {
      calling.current = new AbortController()
      const { signal } = calling.current
      return client.tools.try({ name: tool.name, args }, { signal })
    },
  })
  const ref = useRef<HTMLFormElement>(null)

  const submit = () => {
    const args = form.submit()
    if (args) trial.mutate(args)
    else focusInvalid(ref.current, 'textarea')
  }
  const cancel = () => {
    calling.current?.abort()
    // Reset so that the aborted call does not show an error.
    trial.reset()
  }
  return (
    <form
      ref={ref}
      className={styles.form}
      aria-label={`Try ${tool.name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {form.fields.length === 0 ? (
        <p className={styles.note}>This tool takes no arguments.</p>
      ) : (
        <SchemaFields form={form} />
      )}
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="default"
          loading={trial.isPending}
          leftSection={<IconPlayerPlayFilled size={12} />}
        >
          Try it
        </Button>
        {trial.isPending && (
          <Button variant="subtle" onClick={cancel}>
            Cancel
          </Button>
        )}
        {tool.effect === 'write' && (
          <span className={styles.note}>This is a real call with side effects.</span>
        )}
      </div>
      <div aria-live="polite">
        {trial.error && <ErrorPanel action={`try ${tool.name}`} error={trial.error} />}
        {trial.data && <TrialResult trial={trial.data} />}
      </div>
    </form>
  )
}
