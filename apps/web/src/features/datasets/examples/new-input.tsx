import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'

/** A further input of the example, by its name. */
export function NewInput({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  const add = () => {
    if (name.trim() === '' || name.trim() === '__proto__') return
    onAdd(name.trim())
    setName('')
  }
  return (
    <Group gap="xs">
      <TextInput
        aria-label="Name of a further input"
        placeholder="Another input"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add()
        }}
      />
      <Button variant="default" disabled={name.trim() === ''} onClick={add}>
        Add
      </Button>
    </Group>
  )
}
