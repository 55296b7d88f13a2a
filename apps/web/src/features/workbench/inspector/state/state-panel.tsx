import { useShallow } from 'zustand/react/shallow'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { channelReducer } from '@lathe/graph'
import { useState } from 'react'
import { AddChannel } from '../../state/add-channel.tsx'
import { useChannelUses, type ChannelUses } from '../../state/channel-uses.ts'
import { useWorkbenchState, useWorkbench, useRunView } from '../../workbench-context.ts'
import { Section } from '../section.tsx'
import { EndsField } from '../fields/channel-field.tsx'
import styles from './state.module.css'
import { oneLine } from '../../one-line.ts'
import { TextWithCode } from '../../problems/text-with-code.tsx'
import { ChannelEditor } from './channel-form.tsx'

/** The graph's channels with their users, inputs and outputs. */
export function StatePanel() {
  const { runGraph } = useWorkbench()
  const names = useWorkbenchState(useShallow(({ document }) => Object.keys(document.state)))
  const uses = useChannelUses()

  return (
    <div inert={runGraph !== undefined}>
      <Section title="Channels" note={String(names.length)}>
        <ul className={styles.channels}>
          {names.map((name, index) => (
            // Renaming keeps the index, so the index is the key.
            <ChannelRow key={`channel ${index}`} name={name} uses={uses[name]} />
          ))}
        </ul>
        <AddChannel />
      </Section>
      <Section title="Input and output">
        <EndsField end="input" />
        <EndsField end="output" />
      </Section>
    </div>
  )
}

type ChannelRowProps = {
  name: string
  uses: ChannelUses | undefined
}

/** One channel: type, reducer, writers, readers and its value in the current run. */
function ChannelRow({ name, uses }: ChannelRowProps) {
  const channel = useWorkbenchState((state) => state.document.state[name])
  const value = useRunView((view) => view.channels[name])
  const problem = useWorkbenchState(({ problems }) =>
    problems.find(({ location }) => location.channel === name && location.node === undefined),
  )
  const [isOpen, setOpen] = useState(false)
  if (!channel) return null
  const reducer = channelReducer(channel)

  return (
    <li className={styles.channel} data-field={name}>
      <UnstyledButton
        className={styles.head}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
        <code className={styles.name}>{name}</code>
        <span>{channel.type}</span>
        <span className={styles.reducer} title="Reducer">
          {typeof reducer === 'string' ? reducer : 'code'}
        </span>
        {channel.default !== undefined && (
          <span className={styles.default} title="Default">
            = {oneLine(JSON.stringify(channel.default))}
          </span>
        )}
      </UnstyledButton>
      <p className={styles.uses}>
        written by {listed(uses?.writers, 'no node')} · read by {listed(uses?.readers, 'no node')}
      </p>
      {value !== undefined && (
        <p className={styles.value} title="Value in the current run">
          {oneLine(value)}
        </p>
      )}
      {problem && (
        <p className={styles.problem} data-severity={problem.severity}>
          <TextWithCode text={problem.message} />
        </p>
      )}
      {isOpen && <ChannelEditor name={name} />}
    </li>
  )
}

const listed = (names: readonly string[] | undefined, emptyText: string) =>
  names && names.length > 0 ? names.join(', ') : emptyText
