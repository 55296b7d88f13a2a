import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { setChannel } from '@lathe/graph'
import { useDocument, useWorkbench } from '../../workbench/workbench-context.ts'
import { Section } from '../section.tsx'
import { ChannelRow } from './channel-row.tsx'
import { channelUses } from './channel-uses.ts'
import { EndsField } from './ends-field.tsx'
import styles from './state.module.css'

/** The graph's state: its channels, who uses them, and which come in and go out. */
export function StatePanel() {
  const document = useDocument()
  const uses = useMemo(() => channelUses(document), [document])
  const names = Object.keys(document.state)

  return (
    <>
      <Section title="Channels" note={String(names.length)}>
        <ul className={styles.channels}>
          {names.map((name, index) => (
            // A channel is renamed in place, so its place is the row's identity.
            <ChannelRow key={`channel ${index}`} name={name} uses={uses[name]} />
          ))}
        </ul>
        <AddChannel />
      </Section>
      <Section title="Ends">
        <EndsField end="input" />
        <EndsField end="output" />
      </Section>
    </>
  )
}

function AddChannel() {
  const { store } = useWorkbench()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()

  const add = () => {
    const edit = setChannel(store.getState().document, name.trim(), { type: 'string' })
    setProblem(edit.ok ? undefined : edit.reason)
    if (!edit.ok) return
    store.edit(() => edit.document)
    setName('')
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
        aria-label="Name of a new channel"
        placeholder="Name of a new channel"
        error={problem}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" variant="default" leftSection={<IconPlus size={14} />}>
        Add
      </Button>
    </form>
  )
}
