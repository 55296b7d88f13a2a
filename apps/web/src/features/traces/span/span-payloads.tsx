import {
  type Json,
  type SpanDetail,
  type SpanEvent,
  FoundChunk,
  type Exchange,
  type Span,
} from '@lathe/contract'
import { isLogEvent, isContentEvent, formatTerm, metadataEntries, metadataKey } from '@lathe/traces'
import * as z from 'zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { ModelPayload, Payload } from './payload.tsx'
import { partLabel } from '../../../lib/format/trace-labels.ts'
import { Section } from './section.tsx'
import { SpanEvents } from './span-events.tsx'
import { RetrievedChunks } from '../../../ui/messages/retrieved-chunks.tsx'
import { api } from '../../../lib/api/api.ts'
import { formatDuration, plural } from '../../../lib/format/format.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import styles from './span-detail.module.css'
import shared from '../traces.module.css'
import spanStyles from './span.module.css'

type SpanPayloadsProps = { span: SpanDetail; isRecorded: boolean }

/** Shows input and output, then events, attributes and the recording. */
export function SpanPayloads({ span, isRecorded }: SpanPayloadsProps) {
  const events = span.events.filter(
    (event) => !isTracerEvent(event) && !isMessageEvent(event, span),
  )
  return (
    <>
      {renderPayload(span)}
      <RootMetadata span={span} />
      {events.length > 0 && (
        <Section title="Events" count={events.length}>
          <SpanEvents events={events} startedAt={span.startedAt} />
        </Section>
      )}
      {Object.keys(span.metadata).length > 0 && (
        <Section title="Attributes" isFolded>
          <JsonView label="Attributes" value={span.metadata} />
        </Section>
      )}
      {isRecorded && (span.kind === 'model' || span.kind === 'tool') && (
        <SpanRecording span={span} />
      )}
    </>
  )
}

const END_EVENTS = new Set(['start', 'end', 'error'])

/** LangChain's tracers add start and end events that repeat the span's times. */
const isTracerEvent = ({ name, attributes }: SpanEvent) =>
  END_EVENTS.has(name) && Object.keys(attributes).length === 0

/** Log records that repeat the span's input and output. */
const isMessageEvent = (event: SpanEvent, { inputs, outputs }: SpanDetail) =>
  isLogEvent(event) && isContentEvent(event.name) && (inputs !== null || outputs !== null)

/** Shows a model call as a conversation, and input and output of any other span. */
export function SpanPayload({ span }: { span: SpanDetail }) {
  return span.kind === 'model' ? <ModelPayload span={span} /> : <PlainPayload span={span} />
}

function renderPayload(span: SpanDetail) {
  const retrieved =
    span.kind === 'retriever' ? RetrieverOutput.safeParse(span.outputs).data : undefined
  return retrieved ? (
    <RetrieverPayload span={span} retrieved={retrieved} />
  ) : (
    <SpanPayload span={span} />
  )
}

function PlainPayload({ span }: { span: SpanDetail }) {
  if (span.status !== 'running' && span.inputs === null && span.outputs === null)
    return <p className={styles.nothing}>No input or output</p>
  const [input, output] = [partLabel(span.kind, 'inputs'), partLabel(span.kind, 'outputs')]
  return (
    <>
      <EventSide label={input} value={span.inputs} />
      {!((span.error || span.status === 'running') && span.outputs === null) && (
        <EventSide label={output} value={span.outputs} />
      )}
    </>
  )
}

/** A JSON `null` would look like a value the program sent. */
function EventSide({ label, value }: { label: string; value: Json }) {
  return (
    <Section title={label}>
      {value === null ? (
        <p className={styles.none}>None</p>
      ) : (
        <Payload label={label} value={value} />
      )}
    </Section>
  )
}

/** The output of Lathe's own retrievers. Other retrievers have other shapes. */
export const RetrieverOutput = z.object({
  documents: z.array(FoundChunk),
  embeddingError: z.object({ message: z.string() }).optional(),
})

type RetrieverPayloadProps = { span: SpanDetail; retrieved: z.infer<typeof RetrieverOutput> }

/** Shows a retriever's query and the documents it found with their scores. */
export function RetrieverPayload({
  span,
  retrieved: { documents, embeddingError },
}: RetrieverPayloadProps) {
  return (
    <>
      <Section title="Query">
        <Payload label="Query" value={span.inputs} />
      </Section>
      <Section title="Documents" count={documents.length}>
        {embeddingError && (
          <p>Keyword search only: the query could not be embedded. {embeddingError.message}.</p>
        )}
        <RetrievedChunks chunks={documents} collection={span.name} />
      </Section>
    </>
  )
}

/** Shows the span's recorded exchanges. Loads them when opened. */
export function SpanRecording({ span }: { span: Span }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data, error, isLoading, refetch } = useQuery({
    ...api.traces.exchanges.queryOptions({ input: { id: span.traceId, spanId: span.id } }),
    enabled: isOpen,
  })
  return (
    <details className={styles.section} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Recording</summary>
      {isLoading && <SkeletonRows contentLabel="the recording" count={2} />}
      {error && (
        <ErrorPanel action="load the recording" error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <p className={shared.secondary}>No recording for this span</p>}
      {data?.map((exchange) => (
        <ExchangeView key={exchange.id} exchange={exchange} />
      ))}
    </details>
  )
}

function ExchangeView({ exchange }: { exchange: Exchange }) {
  const { content } = exchange
  return (
    <div className={styles.exchange}>
      <p className={shared.secondary}>
        {exchange.kind} · {exchange.name} · attempt {exchange.attempt} ·{' '}
        {formatDuration(exchange.durationMs)}
        {content.type === 'http' && content.response && (
          <>
            {' '}
            · HTTP {content.response.status} · {plural(content.response.chunks.length, 'chunk')}
          </>
        )}
      </p>
      {exchange.error && <p className={shared.complaint}>{exchange.error.message}</p>}
      <JsonView label="Request" value={content.request} />
      <JsonView
        label="Response"
        value={content.type === 'http' ? content.response : content.result}
      />
    </div>
  )
}

/** Lists the root span's metadata. Each value links to the traces that share it. */
export function RootMetadata({ span }: { span: SpanDetail }) {
  if (span.parentId !== null) return null
  const entries = [...metadataEntries(span.metadata)]
  if (entries.length === 0) return null
  return (
    <Section title="Metadata" count={entries.length}>
      <dl className={spanStyles.metadata}>
        {entries.map(([key, value]) => (
          <div key={key}>
            <dt title={key}>{key}</dt>
            <dd>
              <Link
                to="/traces"
                search={{ filter: formatTerm(metadataKey(key), value) }}
                title={`Traces with ${key} ${value}`}
              >
                {value}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
