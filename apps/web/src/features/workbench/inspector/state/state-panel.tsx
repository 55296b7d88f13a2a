import { useShallow } from 'zustand/react/shallow'
import { AddChannel } from '../../state/add-channel.tsx'
import { useChannelUses } from '../../state/use-channel-uses.ts'
import { useBench, useWorkbench } from '../../workbench-context.ts'
import { Section } from '../section.tsx'
import { ChannelRow } from './channel-row.tsx'
import { EndsField } from './ends-field.tsx'
import styles from './state.module.css'

/** The graph's state: its channels, who uses them, and which come in and go out. */
export function StatePanel() {
  const { asRan } = useWorkbench()
  const names = useBench(useShallow(({ document }) => Object.keys(document.state)))
  const uses = useChannelUses()

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
