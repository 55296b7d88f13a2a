import { type Span, type SpanDetail, REFUSED } from '@lathe/contract'
import { Group, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconRepeat } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { IdChip } from '../../../ui/status/id-chip.tsx'
import { kindName, KindIcon } from '../../../ui/status/kind-icon.tsx'
import { Markdown } from '../../../ui/messages/markdown.tsx'
import { PaneBoundary } from '../../../ui/feedback/pane-boundary.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { AddToDataset } from '../../../shared/add-to-dataset.tsx'
import { DuplicateCall } from './duplicate-calls.tsx'
import { OpenInCompare } from '../open-in-compare.tsx'
import { SpanEnd } from './span-error.tsx'
import { spanQuery } from '../trace-queries.ts'
import { SearchMatches } from '../search/search-matches.tsx'
import { Section } from './section.tsx'
import { SpanFeedback } from './feedback.tsx'
import { CostBreakdown } from './cost-breakdown.tsx'
import { spanName } from '../../../lib/format/trace-labels.ts'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { formatUsage } from '../../../lib/format/format-usage.ts'
import { Duration, RunningDuration, SpanCost } from '../../../ui/status/quantities.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { StatusIcon } from '../../../ui/status/status-icon.tsx'
import { spanStatusLabel } from '../../../lib/format/is-silent.ts'
import { useWhileCurrent } from '../../../lib/browser/use-while-current.ts'
import { api } from '../../../lib/api/api.ts'
import { AttachedFile } from '../../../ui/messages/attached-file.tsx'
import shared from '../traces.module.css'
import styles from './span-detail.module.css'

// Load the payload view on demand so that rows render first.
const SpanPayloads = lazyComponent(() => import('./span-payloads.tsx'), 'SpanPayloads')

type SpanDetailViewProps = {
  span: Span
  /** Text streamed so far by a running model call. */
  liveText?: string | undefined
  /** Whether this is a run of Lathe with recorded calls. */
  isRecorded?: boolean
  /** Whether the run has ended and its recording can be replayed. */
  isOver?: boolean
  /** Whether an open span is considered abandoned. */
  isSilent?: boolean
  /** The search text. */
  find?: string | undefined
}

/** Shows a span: its error first, then input and output, then the rest. */
export function SpanDetailView(props: SpanDetailViewProps) {
  const { span, liveText, isRecorded = false, isOver = false, isSilent = false, find } = props
  const { data, error, isPending, refetch } = useQuery(spanQuery(span))
  return (
    <article className={styles.detail} aria-label={`Span ${spanName(span)}`}>
      <header className={styles.detailHead}>
        <KindIcon kind={span.kind} size={16} />
        <h2 title={span.node ?? undefined}>{spanName(span)}</h2>
        <span className={shared.secondary}>{kindName(span.kind)}</span>
        <IdChip id={span.id} objectName="span" />
      </header>
      <SpanFacts span={span} isSilent={isSilent} />
      <DuplicateCall span={span} />
      <CostBreakdown span={span} />
      <SpanEnd
        status={span.status}
        error={data?.error ?? span.error}
        isShownElsewhere={!isRecorded}
      />
      {liveText !== undefined && isStreaming(span, data) && (
        <Section title="Streaming">
          <Markdown text={liveText} />
        </Section>
      )}
      {find !== undefined && <SearchMatches span={span} text={find} />}
      {isPending && <SkeletonRows contentLabel="the span" count={4} />}
      {error && <ErrorPanel action="load the span" error={error} onRetry={() => void refetch()} />}
      <Group className={styles.detailActions} gap="xs">
        {data?.kind === 'model' && <OpenInCompare span={data} />}
        {isRecorded && isOver && span.status !== 'running' && <ReplayChangedButton span={span} />}
        {data && data.inputs !== null && (
          <AddToDataset choice={() => ({ ids: [data.traceId], spanId: data.id })} />
        )}
      </Group>
      {data && (
        <PaneBoundary contentLabel="the payload">
          <SpanPayloads span={data} isRecorded={isRecorded} />
        </PaneBoundary>
      )}
      <Attachments span={span} />
      <SpanFeedback span={span} />
    </article>
  )
}

/** True until the whole output is loaded. */
const isStreaming = (span: Span, data: SpanDetail | undefined): boolean =>
  span.status === 'running' || (data?.outputs === null && span.error === null)

type SpanFactsProps = {
  span: Span
  /** Whether an open span is considered abandoned. */
  isSilent?: boolean
}

export function SpanFacts({ span, isSilent = false }: SpanFactsProps) {
  const { usage, startedAt, endedAt, firstTokenAt } = span
  return (
    <dl className={styles.spanFacts}>
      <Fact name="Status">
        <StatusIcon status={span.status} hasLabel {...spanStatusLabel(span, isSilent)} />
      </Fact>
      <Fact name="Started">
        <RelativeTime time={startedAt} />
      </Fact>
      <Fact name="Duration">
        {span.status === 'running' && !isSilent ? (
          <RunningDuration since={startedAt} />
        ) : (
          <Duration ms={endedAt === null ? null : (endedAt - startedAt) / 1_000} />
        )}
      </Fact>
      {firstTokenAt !== null && (
        <Fact name="First token">
          <Duration ms={(firstTokenAt - startedAt) / 1_000} />
        </Fact>
      )}
      {span.kind === 'model' && span.tags.includes(REFUSED) && <Fact name="Answer">refused</Fact>}
      {span.model && <Fact name="Model">{span.model}</Fact>}
      {span.node && <Fact name="Node">{span.node}</Fact>}
      {span.element !== undefined && <Fact name="Element">{span.element}</Fact>}
      {span.superstep !== null && <Fact name="Superstep">{span.superstep}</Fact>}
      {usage && <Fact name="Tokens">{formatUsage(usage)}</Fact>}
      {span.cost && (
        <Fact name="Cost">
          <SpanCost span={span} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const route = getRouteApi('/traces/$traceId')

/** Opens a replay in which this call has another prompt, model, parameters or result. */
function ReplayChangedButton({ span: { id, kind } }: { span: Span }) {
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  if (kind !== 'model' && kind !== 'tool') return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRepeat size={14} />}
      aria-haspopup="dialog"
      onClick={() =>
        whileHere(() =>
          navigate({
            search: (search) => ({
              ...search,
              span: id,
              // A changed result leads to calls that were not recorded, so they run live.
              replay: kind === 'model' ? 'only-live' : 'until',
            }),
          }),
        )
      }
    >
      {kind === 'model' ? 'Replay with changes' : 'Replay with another result'}
    </Button>
  )
}

function Attachments({ span }: { span: Span }) {
  const { data = [] } = useQuery(
    api.traces.attachments.queryOptions({ input: { traceId: span.traceId, spanId: span.id } }),
  )
  if (data.length === 0) return null
  return (
    <Section title="Attachments" count={data.length}>
      {data.map((attachment) => (
        <AttachedFile
          key={attachment.name}
          file={attachment}
          src={`/api/v1/attachments/${span.traceId}/${span.id}/${encodeURIComponent(attachment.name)}`}
        />
      ))}
    </Section>
  )
}
