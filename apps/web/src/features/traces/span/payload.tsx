import {
  type Json,
  type JsonObject,
  type Message,
  type SpanDetail,
  parseImageDataUrl,
} from '@lathe/contract'
import {
  readMessage,
  readMessages,
  readModelInputs,
  readModelOutputs,
  findTruncation,
} from '@lathe/traces'
import { IconScissors } from '@tabler/icons-react'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { Markdown } from '../../../ui/messages/markdown.tsx'
import { Section } from './section.tsx'
import {
  otherParts,
  messagePictures,
  roleNames,
  messageText,
} from '../../../lib/values/messages.ts'
import { CopyButton } from '../../../ui/fields/copy-button.tsx'
import { LongText } from '../../../ui/text/long-text.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import shared from '../traces.module.css'
import styles from './span-detail.module.css'

const WRAPPER_KEYS = new Set(['input', 'inputs', 'output', 'outputs'])

/** The text of an object with only an input or output key. */
function wrappedText(value: JsonObject): string | undefined {
  const [firstEntry, ...otherEntries] = Object.entries(value)
  if (!firstEntry || otherEntries.length > 0) return undefined
  const [key, text] = firstEntry
  return WRAPPER_KEYS.has(key) && typeof text === 'string' && text !== '' ? text : undefined
}

/** Renders text as Markdown, message channels as a conversation and other values as JSON. */
export function Payload({ label, value }: { label: string; value: Json }) {
  if (typeof value === 'string' && value !== '') return <Markdown text={value} />
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return <JsonView label={label} value={value} />
  }
  const text = wrappedText(value)
  if (text !== undefined) return <Markdown text={text} />
  const conversations = Object.entries(value).flatMap(([channel, content]) => {
    const singleMessage = readMessage(content)
    const messages = singleMessage ? [singleMessage] : readMessages(content)
    return messages ? [{ channel, messages }] : []
  })
  const conversationChannels = new Set(conversations.map(({ channel }) => channel))
  const otherChannels = Object.entries(value).filter(
    ([channel]) => !conversationChannels.has(channel),
  )
  return (
    <>
      {(otherChannels.length > 0 || conversationChannels.size === 0) && (
        <JsonView label={label} value={Object.fromEntries(otherChannels)} />
      )}
      {conversations.map(({ channel, messages }) => (
        <section key={channel} aria-label={channel}>
          {messages.map((message, index) => (
            // Messages are only appended, so the index is a stable key.
            <MessageBlock key={index} message={message} />
          ))}
        </section>
      ))}
    </>
  )
}

/** Renders a model call as a conversation, and payloads of unknown shape as JSON. */
export function ModelPayload({ span }: { span: SpanDetail }) {
  const inputs = readModelInputs(span.inputs, span.metadata)
  const outputs = readModelOutputs(span.outputs, span.metadata)
  const hasNoMessage = span.outputs === null || outputs?.message === null
  return (
    <>
      {!((span.error || span.status === 'running') && hasNoMessage) && (
        <Section title="Output">
          {outputs?.message ? (
            <MessageBlock message={outputs.message} />
          ) : span.outputs === null ? (
            <p className={shared.secondary}>No output</p>
          ) : (
            <JsonView label="Output" value={span.outputs} />
          )}
          {outputs && <TruncationNote reason={outputs.finishReason} />}
        </Section>
      )}
      {inputs ? (
        <Section title="Messages" count={inputs.messages.length}>
          {inputs.messages.map((message, index) => (
            <MessageBlock key={messageKey(message, index)} message={message} />
          ))}
        </Section>
      ) : (
        <Section title="Input">
          <JsonView label="Input" value={span.inputs} />
        </Section>
      )}
      {inputs?.tools && (
        <Section title="Tools" count={inputs.tools.length} isFolded>
          <JsonView label="Tools" value={inputs.tools} />
        </Section>
      )}
      {inputs?.settings && (
        <Section title="Settings" isFolded>
          <JsonView label="Settings" value={inputs.settings} />
        </Section>
      )}
    </>
  )
}

const messageKey = (message: Message, index: number) => `${index}-${message.id ?? message.role}`

export function MessageBlock({ message }: { message: Message }) {
  const text = messageText(message)
  const images = messagePictures(message)
  return (
    <section className={styles.message} data-role={message.role}>
      <header>
        <span>{roleNames[message.role]}</span>
        {message.name && message.role === 'tool' && <code>{message.name}</code>}
        {message.status === 'error' && <span className={shared.complaint}>failed</span>}
        {message.isRefusal && <span className={shared.complaint}>refused</span>}
        {text && <CopyButton value={text} label="Copy text" />}
      </header>
      {message.reasoning && (
        <details>
          <summary>Reasoning</summary>
          <Markdown text={message.reasoning} />
        </details>
      )}
      {text &&
        (message.role === 'tool' ? (
          <LongText text={text}>{(visibleText) => <pre>{visibleText}</pre>}</LongText>
        ) : (
          <Markdown text={text} />
        ))}
      {images.length > 0 && (
        <div className={styles.pictures}>
          {images.map((url, index) => (
            <MessageImage key={index} name={`Image ${index + 1}`} url={url} />
          ))}
        </div>
      )}
      {otherParts(message).map((part, index) => (
        <JsonView key={index} label={`${part.type} part`} value={part} />
      ))}
      {message.toolCalls?.map((call) => (
        <div key={call.id} className={styles.toolCall}>
          <code>{call.name}</code>
          <JsonView label={`Arguments of ${call.name}`} value={call.args} />
        </div>
      ))}
    </section>
  )
}

/** Shows embedded images only: opening a trace must not send requests to other hosts. */
function MessageImage({ name, url }: { name: string; url: string }) {
  const isExternalImage = url.startsWith('data:image/') && !parseImageDataUrl(url)
  return isExternalImage ? <img src={url} alt={name} /> : <Picture name={name} url={url} />
}

const TRUNCATION_TEXTS = {
  length: 'Output truncated: the call reached its token limit',
  filter: 'Output stopped by the provider’s content filter',
}

/** Notes that a successful call returned an incomplete answer. */
export function TruncationNote({ reason }: { reason: string | null }) {
  const cause = findTruncation(reason)
  if (cause === undefined) return null
  return (
    <p className={shared.aside}>
      <IconScissors size={14} aria-hidden />
      <span>
        {TRUNCATION_TEXTS[cause]} (<code>{reason}</code>)
      </span>
    </p>
  )
}
