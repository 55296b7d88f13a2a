import type { Json, SpanDetail, SpanEvent } from '@lathe/contract'
import { isLogEvent, isSaying } from '@lathe/traces'
import { JsonView } from '../../ui/json-view.tsx'
import { FoundInSpan, FoundPayload } from './found-payload.tsx'
import { ModelPayload } from './model-payload.tsx'
import { partWord } from '../../lib/part-word.ts'
import { Payload } from './payload.tsx'
import { Section } from './section.tsx'
import { RootMetadata } from './span/root-metadata.tsx'
import { SpanEvents } from './span/span-events.tsx'
import { Tape } from './tape.tsx'
import styles from './span-detail.module.css'

type SpanPayloadsProps = { span: SpanDetail; isRecorded: boolean }

/** What went in and came out, then the rest. */
export function SpanPayloads({ span, isRecorded }: SpanPayloadsProps) {
  const events = span.events.filter((event) => !isSaidElsewhere(event) && !isMessage(event, span))
  return (
    <>
      {payloadOf(span)}
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
      {isRecorded && (span.kind === 'model' || span.kind === 'tool') && <Tape span={span} />}
    </>
  )
}

const ENDS = new Set(['start', 'end', 'error'])

/** LangChain's tracers note when a span began and ended, as its times do. */
const isSaidElsewhere = ({ name, attributes }: SpanEvent) =>
  ENDS.has(name) && Object.keys(attributes).length === 0

/** Log records that hold what was asked and answered. */
const isMessage = (event: SpanEvent, { inputs, outputs }: SpanDetail) =>
  isLogEvent(event) && isSaying(event.name) && (inputs !== null || outputs !== null)

function payloadOf(span: SpanDetail) {
  if (span.kind === 'model') return <ModelPayload span={span} />
  const found = span.kind === 'retriever' ? FoundInSpan.safeParse(span.outputs).data : undefined
  return found ? <FoundPayload span={span} found={found} /> : <PlainPayload span={span} />
}

function PlainPayload({ span }: { span: SpanDetail }) {
  if (span.status !== 'running' && span.inputs === null && span.outputs === null)
    return <p className={styles.nothing}>It came with neither input nor output.</p>
  const [input, output] = [partWord(span.kind, 'inputs'), partWord(span.kind, 'outputs')]
  return (
    <>
      <Side label={input} value={span.inputs} />
      {!((span.error || span.status === 'running') && span.outputs === null) && (
        <Side label={output} value={span.outputs} />
      )}
    </>
  )
}

/** `null` would be a value that the program told. */
function Side({ label, value }: { label: string; value: Json }) {
  return (
    <Section title={label}>
      {value === null ? (
        <p className={styles.none}>None came.</p>
      ) : (
        <Payload label={label} value={value} />
      )}
    </Section>
  )
}
