import type { Json } from '@lathe/contract'
import { conversationOf } from '../../../../lib/conversation-of.ts'
import { JsonView } from '../../../../ui/json-view.tsx'
import { MessageList } from '../../../../ui/message-list.tsx'
import { useBench } from '../../workbench-context.ts'
import styles from './data.module.css'

type ChannelValueProps = {
  name: string
  value: Json | undefined
  /** Beside the name: the reducer, what became of it. */
  note?: string
}

/** A channel and what it holds: a text as it reads, a conversation by who said what, the rest as JSON. */
export function ChannelValue({ name, value, note }: ChannelValueProps) {
  return (
    <div className={styles.channel}>
      <p className={styles.name}>
        <code>{name}</code>
        {note !== undefined && <span>{note}</span>}
      </p>
      <Value name={name} value={value} />
    </div>
  )
}

export function Value({ name, value }: { name: string; value: Json | undefined }) {
  const isConversation = useBench(({ document }) => document.state[name]?.type === 'messages')
  const said = isConversation ? conversationOf(value) : null
  if (said) return <MessageList messages={said} />
  if (value === undefined || value === null) return <p className={styles.note}>nothing</p>
  if (typeof value === 'string') return <p className={styles.text}>{value}</p>
  if (typeof value !== 'object') return <code className={styles.text}>{String(value)}</code>
  return <JsonView label={name} value={value} />
}
