import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { setChannel } from '@lathe/graph'
import { useState } from 'react'
import { useWorkbench } from '../workbench-context.ts'
import styles from './add-channel.module.css'

type AddChannelProps = {
  onAdded?: (name: string) => void
}

/** Adds a text channel by name. */
export function AddChannel({ onAdded }: AddChannelProps) {
  const { store } = useWorkbench()
  const [draftName, setDraftName] = useState('')
  const [problem, setProblem] = useState<string>()

  const add = (): void => {
    const name = draftName.trim()
    const { document } = store.getState()
    if (Object.hasOwn(document.state, name)) return setProblem('A channel with this name exists')
    const edit = setChannel(document, name, { type: 'string' })
    if (!edit.ok) return setProblem(edit.reason)
    store.edit(() => edit.document)
    setDraftName('')
    onAdded?.(name)
  }

  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextInput
        aria-label="New channel name"
        placeholder="New channel name"
        error={problem}
        value={draftName}
        onChange={({ currentTarget }) => {
          setDraftName(currentTarget.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" variant="default" leftSection={<IconPlus size={14} />}>
        Add
      </Button>
    </form>
  )
}
