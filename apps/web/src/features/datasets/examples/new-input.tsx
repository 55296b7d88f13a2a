import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'

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
        aria-label="Name of new input"
        placeholder="New input"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add()
        }}
      />
      <DisabledReason reason={name.trim() === '' && 'Enter a name'}>
        <Button variant="default" onClick={add}>
          Add
        </Button>
      </DisabledReason>
    </Group>
  )
}
