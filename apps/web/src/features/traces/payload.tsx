import {
  type Json,
  type JsonObject,
  type Message,
  type SpanDetail,
  heldPicture,
} from '@lathe/contract'
import {
  readMessage,
  readMessages,
  readModelInputs,
  readModelOutputs,
  cutShortBy,
} from '@lathe/traces'
import { IconScissors } from '@tabler/icons-react'
import { JsonView } from '../../ui/json-view.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Section } from './section.tsx'
import { otherPartsOf, picturesOf, roleNames, textOf } from '../../lib/messages.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { Picture } from '../../ui/picture.tsx'
import shared from './traces.module.css'
import styles from './span-detail.module.css'

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

/** A model call as a conversation; payloads of another shape are shown as they are. */
export function ModelPayload({ span }: { span: SpanDetail }) {
  const inputs = readModelInputs(span.inputs, span.metadata)
  const outputs = readModelOutputs(span.outputs, span.metadata)
  const saidNothing = span.outputs === null || outputs?.message === null
  return (
    <>
      {!((span.error || span.status === 'running') && saidNothing) && (
        <Section title="Output">
          {outputs?.message ? (
            <MessageBlock message={outputs.message} />
          ) : span.outputs === null ? (
            <p className={shared.secondary}>It came without an answer.</p>
          ) : (
            <JsonView label="Output" value={span.outputs} />
          )}
          {outputs && <CutShort reason={outputs.finishReason} />}
        </Section>
      )}
      {inputs ? (
        <Section title="Messages" count={inputs.messages.length}>
          {inputs.messages.map((message, index) => (
            <MessageBlock key={keyOf(message, index)} message={message} />
          ))}
        </Section>
      ) : (
        <Section title="Input">
          <JsonView label="Input" value={span.inputs} />
        </Section>
      )}
      {inputs?.tools && (
        <Section title="Tools offered" count={inputs.tools.length} isFolded>
          <JsonView label="Tools offered" value={inputs.tools} />
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

const keyOf = (message: Message, index: number) => `${index}-${message.id ?? message.role}`

export function MessageBlock({ message }: { message: Message }) {
  const text = textOf(message)
  const images = picturesOf(message)
  return (
    <section className={styles.message} data-role={message.role}>
      <header>
        <span>{roleNames[message.role]}</span>
        {message.name && message.role === 'tool' && <code>{message.name}</code>}
        {message.status === 'error' && <span className={shared.complaint}>failed</span>}
        {message.isRefusal && <span className={shared.complaint}>refused</span>}
        {text && <CopyButton value={text} label="Copy the text" />}
      </header>
      {message.reasoning && (
        <details>
          <summary>Reasoning</summary>
          <Markdown text={message.reasoning} />
        </details>
      )}
      {text &&
        (message.role === 'tool' ? (
          <LongText text={text}>{(shown) => <pre>{shown}</pre>}</LongText>
        ) : (
          <Markdown text={text} />
        ))}
      {images.length > 0 && (
        <div className={styles.pictures}>
          {images.map((url, index) => (
            <Shown key={index} name={`Picture ${index + 1} of the message`} url={url} />
          ))}
        </div>
      )}
      {otherPartsOf(message).map((part, index) => (
        <JsonView key={index} label={`Part of the type ${part.type}`} value={part} />
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

/** Only what the message carries itself: showing a trace must not call out to anybody. */
function Shown({ name, url }: { name: string; url: string }) {
  const isOfOtherKind = url.startsWith('data:image/') && !heldPicture(url)
  return isOfOtherKind ? <img src={url} alt={name} /> : <Picture name={name} url={url} />
}

const WORDS = {
  length: 'The answer is cut off: it reached the most tokens it was allowed',
  filter: 'The answer was stopped by a filter of the provider',
}

/** That an answer is not whole, which its status does not tell. */
export function CutShort({ reason }: { reason: string | null }) {
  const by = cutShortBy(reason)
  if (by === undefined) return null
  return (
    <p className={shared.aside}>
      <IconScissors size={14} aria-hidden />
      <span>
        {WORDS[by]} (<code>{reason}</code>)
      </span>
    </p>
  )
}
