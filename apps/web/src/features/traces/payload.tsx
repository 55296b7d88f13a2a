import type { Json, JsonObject } from '@lathe/contract'
import { readMessage, readMessages } from '@lathe/traces'
import { JsonView } from '../../ui/json-view.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { MessageBlock } from './message-block.tsx'

const WRAPPERS = new Set(['input', 'inputs', 'output', 'outputs'])

/** The one text in an object that says no more than on which side it stood. */
function wrappedText(value: JsonObject): string | undefined {
  const [only, ...others] = Object.entries(value)
  if (!only || others.length > 0) return undefined
  const [key, text] = only
  return WRAPPERS.has(key) && typeof text === 'string' && text !== '' ? text : undefined
}

/** Text as text, channels of messages as a conversation, and the rest as JSON. */
export function Payload({ label, value }: { label: string; value: Json }) {
  if (typeof value === 'string' && value !== '') return <Markdown text={value} />
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return <JsonView label={label} value={value} />
  }
  const text = wrappedText(value)
  if (text !== undefined) return <Markdown text={text} />
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
