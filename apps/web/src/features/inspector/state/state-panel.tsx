import { useMemo } from 'react'
import { AddChannel } from '../../workbench/state/add-channel.tsx'
import { channelUses } from '../../workbench/state/channel-uses.ts'
import { useDocument, useWorkbench } from '../../workbench/workbench-context.ts'
import { Section } from '../section.tsx'
import { ChannelRow } from './channel-row.tsx'
import { EndsField } from './ends-field.tsx'
import styles from './state.module.css'

/** The graph's state: its channels, who uses them, and which come in and go out. */
export function StatePanel() {
  const { asRan } = useWorkbench()
  const document = useDocument()
  const uses = useMemo(() => channelUses(document), [document])
  const names = Object.keys(document.state)

  return (
    <div inert={asRan !== undefined}>
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
    </div>
  )
}
