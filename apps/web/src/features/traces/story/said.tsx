import {
  heldPicture,
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
import { picturesOf, textOf } from '../../../lib/messages.ts'
import { wordsOf } from '../../../lib/pictures.ts'
import { Markdown } from '../../../ui/markdown.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { CutShort } from '../payload.tsx'
import { spanQuery } from '../trace-queries.ts'
import styles from './story.module.css'

/** Shows a span's content in the transcript. Loads it when visible. */
export function Said({ item }: { item: StoryItem }) {
  const { span, type } = item
  const { data, isPending, error } = useQuery({
    ...spanQuery(span),
    enabled: type !== 'step' && mayCarry(span),
  })
  if (isBare(item)) return <p className={styles.faint}>No input or output</p>
  if (type === 'step' || !mayCarry(span)) return null
  if (error) return <p className={styles.faint}>Could not load the content.</p>
  if (isPending) return <p className={styles.faint}>…</p>
  if (type === 'input') return <Asked span={data} />
  if (type === 'output') return <Answered span={data} />
  return span.kind === 'model' ? <ModelSaid span={data} /> : <Done span={data} />
}

/** The payload size of an open span is not known yet. */
const mayCarry = ({ payloadBytes, endedAt }: Span) => payloadBytes > 0 || endedAt === null

const isBare = ({ type, span }: StoryItem) => type === 'input' && !mayCarry(span)

/** Shows the newest user message of a root span's input. */
export function Asked({ span }: { span: SpanDetail }) {
  const messages =
    span.kind === 'model' ? readModelInputs(span.inputs, span.metadata)?.messages : undefined
  const asked = messages?.findLast(({ role }) => role === 'user') ?? messages?.at(-1)
  return asked ? <MessageWords message={asked} /> : <Words value={span.inputs} />
}

/** Shows a root span's output. */
export function Answered({ span }: { span: SpanDetail }) {
  if (span.outputs === null) return null
  return span.kind === 'model' ? <ModelSaid span={span} /> : <Words value={span.outputs} />
}

function ModelSaid({ span }: { span: SpanDetail }) {
  if (span.outputs === null) return null
  const outputs = readModelOutputs(span.outputs, span.metadata)
  if (!outputs?.message) return <Words value={span.outputs} />
  return (
    <>
      <MessageWords message={outputs.message} />
      <CutShort reason={outputs.finishReason} />
    </>
  )
}

function MessageWords({ message }: { message: Message }) {
  const text = textOf(message)
  return (
    <>
      {text !== '' && <Markdown text={briefly(text, LONGEST_PROSE)} />}
      {picturesOf(message).map((url, index) => (
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
function Done({ span }: { span: SpanDetail }) {
  return (
    <>
      {span.inputs !== null && (
        <p className={styles.line}>
          <span className={styles.faint}>Input</span>{' '}
          <Briefly value={span.inputs} kind={span.kind} />
        </p>
      )}
      {span.outputs !== null && (
        <p className={styles.line}>
          <span className={styles.faint}>Output</span>{' '}
          <Briefly value={answerIn(span.outputs)} kind={span.kind} />
        </p>
      )}
    </>
  )
}

/** The last message of a conversation, or the value as one line. */
function Briefly({ value, kind }: { value: Json; kind: SpanKind }) {
  const message = kind === 'tool' ? undefined : messagesIn(value)?.at(-1)
  const said = message ? textOf(message) : ''
  return said === '' ? <code>{oneLine(value)}</code> : <>{oneLine(said)}</>
}

/** Renders a text or the newest message as prose, and other values as one line. */
function Words({ value }: { value: Json }) {
  const message = messagesIn(value)?.at(-1)
  if (message) return <MessageWords message={message} />
  const alone = onlyText(value)
  if (alone !== undefined && heldPicture(alone)) return <Picture name="Picture" url={alone} />
  if (alone !== undefined) return <Markdown text={briefly(alone, LONGEST_PROSE)} />
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
  for (const held of Object.values(value)) {
    const messages = readMessages(held)
    if (messages && messages.length > 0) return messages
  }
  return undefined
}

/** The value itself if it is text, or the only text in an object. */
function onlyText(value: Json): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const held = Object.values(value)
  return held.length === 1 && typeof held[0] === 'string' ? held[0] : undefined
}

/** The text of a tool message, or the output itself. */
function answerIn(outputs: Json): Json {
  const held =
    typeof outputs === 'object' && outputs !== null && 'output' in outputs
      ? outputs.output
      : outputs
  const message = readMessage(held ?? null)
  return message ? textOf(message) : (held ?? null)
}

const LONGEST_PROSE = 2_000
const LONGEST_LINE = 300

const briefly = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text

export const oneLine = (value: Json): string =>
  briefly(
    wordsOf(onlyText(value) ?? value)
      .slice(0, 4 * LONGEST_LINE)
      .replace(/\s+/g, ' '),
    LONGEST_LINE,
  )
