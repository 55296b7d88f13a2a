import { Button } from '@mantine/core'
import type { JsonObject } from '@lathe/contract'
import { useState } from 'react'
import { JsonField } from '../../ui/schema-form/json-field.tsx'
import { SchemaFields } from '../../ui/schema-form/schema-field.tsx'
import { useSchemaForm } from '../../ui/schema-form/use-schema-form.ts'
import type { PendingCall } from './approval-form.tsx'
import styles from './interrupts.module.css'

type EditArgumentsProps = {
  call: PendingCall
  onDone: (args: JsonObject) => void
  onCancel: () => void
}

/**
 * Edits the arguments in the fields of the tool's schema, or as JSON if the schema declares none.
 */
export function EditArguments({ call, onDone, onCancel }: EditArgumentsProps) {
  const form = useSchemaForm(call.schema, call.args)
  const [jsonArgs, setJsonArgs] = useState<JsonObject | undefined>(call.args)
  const [isInvalid, setInvalid] = useState(false)
  const hasFields = form.fields.length > 0
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const args = hasFields ? form.submit() : jsonArgs
        if (args) onDone(args)
      }}
    >
      {hasFields ? (
        <SchemaFields form={form} />
      ) : (
        <JsonField
          label="Arguments"
          shape="object"
          value={jsonArgs}
          onInput={(input) => {
            setInvalid('problem' in input)
            // The field only accepts objects.
            if ('value' in input) setJsonArgs(input.value as JsonObject | undefined)
          }}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" disabled={isInvalid}>
          Approve with changes
        </Button>
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Back
        </Button>
      </div>
    </form>
  )
}
