import type { Span, SpanDetail } from '@lathe/contract'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IdChip } from '../../ui/id-chip.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { kindName, KindIcon } from '../../ui/kind-icon.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { FoundInSpan, FoundPayload } from './found-payload.tsx'
import { ModelPayload } from './model-payload.tsx'
import { AddToDataset } from '../../ui/add-to-dataset.tsx'
import { OpenInCompare } from './open-in-compare.tsx'
import { ReplayChanged } from './replay-changed.tsx'
import { SpanError } from './span-error.tsx'
import { SpanFacts } from './span-facts.tsx'
import { Payload } from './payload.tsx'
import { Section } from './section.tsx'
import { Attachments } from './span/attachments.tsx'
import { SpanFeedback } from './span/feedback.tsx'
import { Receipt } from './span/receipt.tsx'
import { Tape } from './tape.tsx'
import styles from './traces.module.css'

type SpanDetailViewProps = {
  span: Span
  /** What a running model call has streamed so far. */
  liveText?: string | undefined
  /** Of a run of Lathe's own, which can be played again. */
  isRecorded?: boolean
}

/** One span: its error first, then what went in and came out, then the rest. */
export function SpanDetailView({ span, liveText, isRecorded = false }: SpanDetailViewProps) {
  const { data, error, isPending, refetch } = useQuery(
    api.traces.span.queryOptions({ input: { traceId: span.traceId, spanId: span.id } }),
  )
  return (
    <article className={styles.detail} aria-label={`Span ${span.name}`}>
      <header className={styles.detailHead}>
        <KindIcon kind={span.kind} size={16} />
        <h2 title={span.node ?? undefined}>{span.name}</h2>
        <span className={styles.secondary}>{kindName(span.kind)}</span>
        <IdChip id={span.id} of="span" />
      </header>
      <SpanFacts span={span} />
      <Receipt span={span} />
      {span.error && <SpanError error={data?.error ?? span.error} />}
      {liveText !== undefined && isSaying(span, data) && (
        <Section title="Streaming">
          <Markdown text={liveText} />
        </Section>
      )}
      {isPending && <SkeletonRows awaiting="the span" count={4} />}
      {error && (
        <ErrorPanel attempted="load the span" error={error} onRetry={() => void refetch()} />
      )}
      <Group className={styles.detailActions} gap="xs">
        {data?.kind === 'model' && <OpenInCompare span={data} />}
        {isRecorded && span.status !== 'running' && <ReplayChanged span={span} />}
        {data && data.inputs !== null && (
          <AddToDataset choice={() => ({ ids: [data.traceId], spanId: data.id })} />
        )}
      </Group>
      {data && <Payloads span={data} />}
      <Attachments span={span} />
      <SpanFeedback span={span} />
    </article>
  )
}

/** Until what it said is there as a whole. */
const isSaying = (span: Span, data: SpanDetail | undefined): boolean =>
  span.status === 'running' || (data?.outputs === null && span.error === null)

function Payloads({ span }: { span: SpanDetail }) {
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
