import { Button } from '@mantine/core'
import type { JsonObject, MemoryItem } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../lib/api/api.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { DisabledReason } from '../../ui/fields/disabled-reason.tsx'
import { JsonField } from '../../ui/schema-form/json-field.tsx'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'
import styles from './memory.module.css'
import { Namespace } from './namespace.tsx'

/** One thing that is remembered, to be changed or forgotten. */
export function ItemEditor({ item }: { item: MemoryItem }) {
  const { namespace, key } = item
  const queries = useQueryClient()
  const [value, setValue] = useState<JsonObject | undefined>(item.value)
  const [isInvalid, setInvalid] = useState(false)
  const refresh = () => void queries.invalidateQueries({ queryKey: api.memory.key() })
  const saveValue = (next: JsonObject) => client.memory.put({ namespace, key, value: next })
  const save = useMutation({ mutationFn: saveValue, onSuccess: refresh })
  const deleteItem = useMutation({
    mutationFn: () => client.memory.delete({ namespace, key }),
    onSuccess() {
      refresh()
      showUndoToast({
        message: `Deleted ${key}`,
        onUndo: () =>
          void saveValue(item.value).then(refresh, (error: Error) =>
            showToast(`Could not restore the memory: ${error.message}`, 'error'),
          ),
      })
    },
  })
  const error = save.error ?? deleteItem.error

  return (
    <form
      className={styles.editor}
      aria-label="Memory item"
      onSubmit={(event) => {
        event.preventDefault()
        if (value) save.mutate(value)
      }}
    >
      <h2>{key}</h2>
      <p className={styles.place}>
        <Namespace labels={namespace} hasLink />
        <CopyButton value={namespace.join('.')} label="Copy namespace" />
      </p>
      {error && <ErrorPanel action="save the memory item" error={error} />}
      <JsonField
        label="Value"
        shape="object"
        value={value}
        onInput={(input) => {
          setInvalid('problem' in input)
          // The field takes nothing but objects.
          if ('value' in input) setValue(input.value as JsonObject | undefined)
        }}
      />
      <div className={styles.actions}>
        <DisabledReason
          reason={isInvalid ? 'Fix the JSON first' : value === item.value && 'No changes'}
        >
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </DisabledReason>
        <Button
          variant="default"
          loading={deleteItem.isPending}
          onClick={() => deleteItem.mutate()}
        >
          Delete
        </Button>
      </div>
    </form>
  )
}
