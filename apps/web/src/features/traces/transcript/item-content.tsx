import {
  parseImageDataUrl,
  type Json,
  type Message,
  type Span,
  type SpanDetail,
  type SpanKind,
} from '@lathe/contract'
import {
  readMessage,
  readMessages,
  readModelInputs,
  readModelOutputs,
  type StoryItem,
} from '@lathe/traces'
import { useQuery } from '@tanstack/react-query'
import { messagePictures, messageText } from '../../../lib/values/messages.ts'
import { formatValue } from '../../../lib/values/pictures.ts'
import { Markdown } from '../../../ui/messages/markdown.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { TruncationNote } from '../span/payload.tsx'
import { spanQuery } from '../trace-queries.ts'
import styles from './transcript.module.css'

/** Shows a span's content in the transcript. Loads it when visible. */
export function ItemContent({ item }: { item: StoryItem }) {
  const { span, type } = item
  const { data, isPending, error } = useQuery({
    ...spanQuery(span),
    enabled: type !== 'step' && mayHavePayload(span),
  })
  if (hasNoPayload(item)) return <p className={styles.faint}>No input or output</p>
  if (type === 'step' || !mayHavePayload(span)) return null
  if (error) return <p className={styles.faint}>Could not load the content.</p>
  if (isPending) return <p className={styles.faint}>…</p>
  if (type === 'input') return <RootInput span={data} />
  if (type === 'output') return <RootOutput span={data} />
  return span.kind === 'model' ? <ModelOutput span={data} /> : <StepContent span={data} />
}

/** The payload size of an open span is not known yet. */
const mayHavePayload = ({ payloadBytes, endedAt }: Span) => payloadBytes > 0 || endedAt === null

const hasNoPayload = ({ type, span }: StoryItem) => type === 'input' && !mayHavePayload(span)

/** Shows the newest user message of a root span's input. */
export function RootInput({ span }: { span: SpanDetail }) {
  const messages =
    span.kind === 'model' ? readModelInputs(span.inputs, span.metadata)?.messages : undefined
  const userMessage = messages?.findLast(({ role }) => role === 'user') ?? messages?.at(-1)
  return userMessage ? (
    <MessageContent message={userMessage} />
  ) : (
    <ValueContent value={span.inputs} />
  )
}

/** Shows a root span's output. */
export function RootOutput({ span }: { span: SpanDetail }) {
  if (span.outputs === null) return null
  return span.kind === 'model' ? <ModelOutput span={span} /> : <ValueContent value={span.outputs} />
}

function ModelOutput({ span }: { span: SpanDetail }) {
  if (span.outputs === null) return null
  const outputs = readModelOutputs(span.outputs, span.metadata)
  if (!outputs?.message) return <ValueContent value={span.outputs} />
  return (
    <>
      <MessageContent message={outputs.message} />
      <TruncationNote reason={outputs.finishReason} />
    </>
  )
}

function MessageContent({ message }: { message: Message }) {
  const text = messageText(message)
  return (
    <>
      {text !== '' && <Markdown text={truncate(text, MAX_PROSE_LENGTH)} />}
      {messagePictures(message).map((url, index) => (
        <p key={index} className={styles.line}>
          <Picture name={`Image ${index + 1}`} url={url} />
        </p>
      ))}
      {message.toolCalls?.map((call) => (
        <p key={call.id} className={styles.line}>
          calls <code>{call.name}</code> <code>{oneLine(call.args)}</code>
        </p>
      ))}
    </>
  )
}

/** Shows input and output in one line each. */
function StepContent({ span }: { span: SpanDetail }) {
  return (
    <>
      {span.inputs !== null && (
        <p className={styles.line}>
          <span className={styles.faint}>Input</span>{' '}
          <ShortValue value={span.inputs} kind={span.kind} />
        </p>
      )}
      {span.outputs !== null && (
        <p className={styles.line}>
          <span className={styles.faint}>Output</span>{' '}
          <ShortValue value={toolOutput(span.outputs)} kind={span.kind} />
        </p>
      )}
    </>
  )
}

/** The last message of a conversation, or the value as one line. */
function ShortValue({ value, kind }: { value: Json; kind: SpanKind }) {
  const message = kind === 'tool' ? undefined : messagesIn(value)?.at(-1)
  const text = message ? messageText(message) : ''
  return text === '' ? <code>{oneLine(value)}</code> : <>{oneLine(text)}</>
}

/** Renders a text or the newest message as prose, and other values as one line. */
function ValueContent({ value }: { value: Json }) {
  const message = messagesIn(value)?.at(-1)
  if (message) return <MessageContent message={message} />
  const singleText = findSingleText(value)
  if (singleText !== undefined && parseImageDataUrl(singleText))
    return <Picture name="Picture" url={singleText} />
  if (singleText !== undefined) return <Markdown text={truncate(singleText, MAX_PROSE_LENGTH)} />
  return (
    <p className={styles.line}>
      <code>{oneLine(value)}</code>
    </p>
  )
}

function messagesIn(value: Json): Message[] | undefined {
  const direct = readMessages(value)
  if (direct) return direct
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  for (const item of Object.values(value)) {
    const messages = readMessages(item)
    if (messages && messages.length > 0) return messages
  }
  return undefined
}

/** The value itself if it is text, or the only text in an object. */
function findSingleText(value: Json): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const items = Object.values(value)
  return items.length === 1 && typeof items[0] === 'string' ? items[0] : undefined
}

/** The text of a tool message, or the output itself. */
function toolOutput(outputs: Json): Json {
  const output =
    typeof outputs === 'object' && outputs !== null && 'output' in outputs
      ? outputs.output
      : outputs
  const message = readMessage(output ?? null)
  return message ? messageText(message) : (output ?? null)
}

const MAX_PROSE_LENGTH = 2_000
const MAX_LINE_LENGTH = 300

const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text

export const oneLine = (value: Json): string =>
  truncate(
    formatValue(findSingleText(value) ?? value)
      .slice(0, 4 * MAX_LINE_LENGTH)
      .replace(/\s+/g, ' '),
    MAX_LINE_LENGTH,
  )
