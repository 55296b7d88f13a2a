import type { Span, SpanDetail } from '@lathe/contract'
import { JsonView } from '../../ui/json-view.tsx'
import { FoundInSpan, FoundPayload } from './found-payload.tsx'
import { ModelPayload } from './model-payload.tsx'
import { Payload } from './payload.tsx'
import { Section } from './section.tsx'
import { Tape } from './tape.tsx'

/** What went in and came out, then the rest. */
export function SpanPayloads({ span }: { span: SpanDetail }) {
  return (
    <>
      {payloadOf(span)}
      {span.events.length > 0 && (
        <Section title="Events" count={span.events.length}>
          <JsonView label="Events" value={span.events} />
        </Section>
      )}
      {Object.keys(span.metadata).length > 0 && (
        <Section title="Attributes" isFolded>
          <JsonView label="Attributes" value={span.metadata} />
        </Section>
      )}
      {(span.kind === 'model' || span.kind === 'tool') && <Tape span={span} />}
    </>
  )
}

function payloadOf(span: SpanDetail) {
  if (span.kind === 'model') return <ModelPayload span={span} />
  const found = span.kind === 'retriever' ? FoundInSpan.safeParse(span.outputs).data : undefined
  return found ? <FoundPayload span={span} found={found} /> : <PlainPayload span={span} />
}

const inputWord = (kind: Span['kind']) => (kind === 'tool' ? 'Arguments' : 'Input')
const outputWord = (kind: Span['kind']) => (kind === 'tool' ? 'Result' : 'Output')

function PlainPayload({ span }: { span: SpanDetail }) {
  return (
    <>
      <Section title={inputWord(span.kind)}>
        <Payload label={inputWord(span.kind)} value={span.inputs} />
      </Section>
      {!((span.error || span.status === 'running') && span.outputs === null) && (
        <Section title={outputWord(span.kind)}>
          <Payload label={outputWord(span.kind)} value={span.outputs} />
        </Section>
      )}
    </>
  )
}
