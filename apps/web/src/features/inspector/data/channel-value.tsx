import type { Json, Message } from '@lathe/contract'
import { roleNames, textOf } from '../../../lib/messages.ts'
import { JsonView } from '../../../ui/json-view.tsx'
import { conversationOf } from '../model/preview/conversation-of.ts'
import { useBench } from '../../workbench/workbench-context.ts'
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
  if (said) return <Messages messages={said} />
  if (value === undefined || value === null) return <p className={styles.note}>nothing</p>
  if (typeof value === 'string') return <p className={styles.text}>{value}</p>
  if (typeof value !== 'object') return <code className={styles.text}>{String(value)}</code>
  return <JsonView label={name} value={value} />
}

export function Messages({ messages }: { messages: readonly Message[] }) {
  if (messages.length === 0) return <p className={styles.note}>no messages</p>
  return (
    <ol className={styles.messages}>
      {messages.map((message, index) => (
        // Messages have no identity but their place.
        <li key={index} data-role={message.role}>
          <span className={styles.role}>{roleNames[message.role]}</span>
          {textOf(message) !== '' && <p className={styles.text}>{textOf(message)}</p>}
          {message.toolCalls?.map((call) => (
            <code key={call.id} className={styles.text}>
              {call.name}({JSON.stringify(call.args)})
            </code>
          ))}
        </li>
      ))}
    </ol>
  )
}
