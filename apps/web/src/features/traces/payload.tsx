import type { Json } from '@lathe/contract'
import { readMessage, readMessages } from '@lathe/traces'
import { JsonView } from '../../ui/json-view.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { MessageBlock } from './message-block.tsx'

/** Text as text, channels of messages as a conversation, and the rest as JSON. */
export function Payload({ label, value }: { label: string; value: Json }) {
  if (typeof value === 'string' && value !== '') return <Markdown text={value} />
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return <JsonView label={label} value={value} />
  }
  const conversations = Object.entries(value).flatMap(([channel, held]) => {
    const alone = readMessage(held)
    const messages = alone ? [alone] : readMessages(held)
    return messages ? [{ channel, messages }] : []
  })
  const talked = new Set(conversations.map(({ channel }) => channel))
  const rest = Object.entries(value).filter(([channel]) => !talked.has(channel))
  return (
    <>
      {(rest.length > 0 || talked.size === 0) && (
        <JsonView label={label} value={Object.fromEntries(rest)} />
      )}
      {conversations.map(({ channel, messages }) => (
        <section key={channel} aria-label={channel}>
          {messages.map((message, index) => (
            // A conversation only grows at its end, so a message keeps its place.
            <MessageBlock key={index} message={message} />
          ))}
        </section>
      ))}
    </>
  )
}
