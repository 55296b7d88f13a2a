import type { Span, SpanDetail } from '@lathe/contract'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IdChip } from '../../ui/id-chip.tsx'
import { kindName, KindIcon } from '../../ui/kind-icon.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { PaneBoundary } from '../../ui/pane-boundary.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { AddToDataset } from '../../ui/add-to-dataset.tsx'
import { DuplicateCall } from './duplicate-calls.tsx'
import { OpenInCompare } from './open-in-compare.tsx'
import { ReplayChanged } from './replay-changed.tsx'
import { SpanEnd } from './span-error.tsx'
import { SpanFacts } from './span-facts.tsx'
import { spanQuery } from './span-query.ts'
import { FoundHere } from './search/found-here.tsx'
import { Section } from './section.tsx'
import { Attachments } from './span/attachments.tsx'
import { SpanFeedback } from './span/feedback.tsx'
import { Receipt } from './span/receipt.tsx'
import shared from './traces.module.css'
import { nameOfSpan } from '../../lib/trace-names.ts'
import styles from './span-detail.module.css'
import { lazyPart } from '../../ui/lazy-part.ts'

// Rows come first: what a span carries is read once it has been asked for.
const SpanPayloads = lazyPart(() => import('./span-payloads.tsx'), 'SpanPayloads')

type SpanDetailViewProps = {
  span: Span
  /** What a running model call has streamed so far. */
  liveText?: string | undefined
  /** Of a run of Lathe's own, whose calls were recorded. */
  isRecorded?: boolean
  /** The whole run has ended, so its recording can be played again. */
  isOver?: boolean
  /** Of what is open the end is not awaited any more. */
  isSilent?: boolean
  /** What is looked for in the trace. */
  find?: string | undefined
}

/** One span: its error first, then what went in and came out, then the rest. */
export function SpanDetailView(props: SpanDetailViewProps) {
  const { span, liveText, isRecorded = false, isOver = false, isSilent = false, find } = props
  const { data, error, isPending, refetch } = useQuery(spanQuery(span))
  return (
    <article className={styles.detail} aria-label={`Span ${nameOfSpan(span)}`}>
      <header className={styles.detailHead}>
        <KindIcon kind={span.kind} size={16} />
        <h2 title={span.node ?? undefined}>{nameOfSpan(span)}</h2>
        <span className={shared.secondary}>{kindName(span.kind)}</span>
        <IdChip id={span.id} of="span" />
      </header>
      <SpanFacts span={span} isSilent={isSilent} />
      <DuplicateCall span={span} />
      <Receipt span={span} />
      <SpanEnd status={span.status} error={data?.error ?? span.error} isElsewhere={!isRecorded} />
      {liveText !== undefined && isSaying(span, data) && (
        <Section title="Streaming">
          <Markdown text={liveText} />
        </Section>
      )}
      {find !== undefined && <FoundHere span={span} text={find} />}
      {isPending && <SkeletonRows awaiting="the span" count={4} />}
      {error && (
        <ErrorPanel attempted="load the span" error={error} onRetry={() => void refetch()} />
      )}
      <Group className={styles.detailActions} gap="xs">
        {data?.kind === 'model' && <OpenInCompare span={data} />}
        {isRecorded && isOver && span.status !== 'running' && <ReplayChanged span={span} />}
        {data && data.inputs !== null && (
          <AddToDataset choice={() => ({ ids: [data.traceId], spanId: data.id })} />
        )}
      </Group>
      {data && (
        <PaneBoundary loads="what it carries">
          <SpanPayloads span={data} isRecorded={isRecorded} />
        </PaneBoundary>
      )}
      <Attachments span={span} />
      <SpanFeedback span={span} />
    </article>
  )
}

/** Until what it said is there as a whole. */
const isSaying = (span: Span, data: SpanDetail | undefined): boolean =>
  span.status === 'running' || (data?.outputs === null && span.error === null)
