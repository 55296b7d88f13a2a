import { Message } from '@lathe/contract'
import type { FieldChange } from '@lathe/graph'
import { FieldChangeView } from '../../../ui/field-change.tsx'
import { MessageBlock } from '../message-block.tsx'
import { channelChanges } from './channel-changes.ts'
import styles from './state.module.css'

type ChannelChangeProps = {
  channel: string
  about: readonly (string | undefined)[]
  before: unknown
  after: unknown
}

/** In what a channel differs after a superstep. */
export function ChannelChange({ channel, about, before, after }: ChannelChangeProps) {
  const fields = channelChanges(channel, before, after)
  return (
    <section className={styles.part}>
      <h2>
        {channel} <span className={styles.faint}>{about.filter(Boolean).join(' · ')}</span>
      </h2>
      {fields.map((field, index) => (
        // Two fields may have one path, where a list's item gave way to another.
        <Change key={`${index} ${field.path}`} field={field} />
      ))}
    </section>
  )
}

/** A message that was added reads as one. */
function Change({ field }: { field: FieldChange }) {
  const added = field.before === undefined ? Message.safeParse(field.after).data : undefined
  if (!added) return <FieldChangeView field={field} />
  return (
    <ins className={styles.added} aria-label={`Added: ${field.path}`}>
      <MessageBlock message={added} />
    </ins>
  )
}
