import type { Json, JsonObject } from '@lathe/contract'
import { readConversation } from '../../../lib/values/read-conversation.ts'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { MessageList } from '../../../ui/messages/message-list.tsx'
import styles from './history.module.css'

/** Every channel and its value. */
export function StateView({ values }: { values: JsonObject }) {
  const names = Object.keys(values)
  if (names.length === 0) return <p className={styles.none}>All channels are empty.</p>
  return names.map((name) => (
    <div key={name} className={styles.channel}>
      <p className={styles.name}>
        <code>{name}</code>
      </p>
      <ChannelValue name={name} value={values[name] ?? null} />
    </div>
  ))
}

/** Text as prose, a message list as a conversation, anything else as JSON. */
export function ChannelValue({ name, value }: { name: string; value: Json }) {
  const conversation = holdsObjects(value) ? readConversation(value) : null
  if (conversation) return <MessageList messages={conversation} />
  if (value === null) return <p className={styles.none}>empty</p>
  if (typeof value === 'object') return <JsonView label={name} value={value} />
  return <p className={styles.text}>{String(value)}</p>
}

/** A list of strings could also be messages, but usually is not. */
const holdsObjects = (value: Json) =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'object')
