import type { Message } from '@lathe/contract'
import { roleNames, messageText } from '../../lib/values/messages.ts'
import styles from './message-list.module.css'

/** Conversation with roles and tool calls. */
export function MessageList({ messages }: { messages: readonly Message[] }) {
  if (messages.length === 0) return <p className={styles.none}>no messages</p>
  return (
    <ol className={styles.messages}>
      {messages.map((message, index) => (
        // Messages have no id, so the index is the key.
        <li key={index} data-role={message.role}>
          <span className={styles.role}>{roleNames[message.role]}</span>
          {messageText(message) !== '' && <p className={styles.text}>{messageText(message)}</p>}
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
