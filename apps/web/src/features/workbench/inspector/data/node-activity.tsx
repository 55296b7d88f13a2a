import { ModelInputs, ModelOutputs, type Span } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../lib/api/api.ts'
import { JsonView } from '../../../../ui/json/json-view.tsx'
import { MessageList } from '../../../../ui/messages/message-list.tsx'
import { Cost, Duration, Tokens } from '../../../../ui/status/quantities.tsx'
import { StatusIcon } from '../../../../ui/status/status-icon.tsx'
import styles from './data.module.css'

const ACTIVITY_KINDS = new Set<Span['kind']>(['model', 'tool', 'retriever', 'embedding'])

/** Lists the calls a node made, nested steps included, in order. */
export function NodeActivity({ span, spans }: { span: Span; spans: readonly Span[] }) {
  const calls = childCalls(span, spans)
  if (calls.length === 0) return <p className={styles.note}>No model or tool calls.</p>
  return (
    <ol className={styles.calls}>
      {calls.map((call, index) => (
        <Call key={call.id} span={call} isFirst={index === calls.length - 1} />
      ))}
    </ol>
  )
}

function childCalls(span: Span, spans: readonly Span[]): Span[] {
  const descendantIds = new Set([span.id])
  // Parents start before their children.
  const ordered = spans.toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
  for (const descendant of ordered)
    if (descendantIds.has(descendant.parentId ?? '')) descendantIds.add(descendant.id)
  return ordered.filter(
    (descendant) =>
      descendantIds.has(descendant.id) &&
      descendant.id !== span.id &&
      ACTIVITY_KINDS.has(descendant.kind),
  )
}

function Call({ span, isFirst }: { span: Span; isFirst: boolean }) {
  const [isOpen, setOpen] = useState(isFirst)
  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={styles.call}>
          <StatusIcon status={span.status} size={12} />
          <span className={styles.callName}>{span.name}</span>
          {span.usage && <Tokens usage={span.usage} />}
          {span.cost && <Cost nanos={span.cost.total} />}
          <Duration ms={span.endedAt === null ? null : (span.endedAt - span.startedAt) / 1e3} />
        </summary>
        {isOpen && <CallDetail span={span} />}
      </details>
    </li>
  )
}

function CallDetail({ span }: { span: Span }) {
  const { data } = useQuery(
    api.traces.span.queryOptions({ input: { traceId: span.traceId, spanId: span.id } }),
  )
  if (!data) return null
  const modelInputs = ModelInputs.safeParse(data.inputs)
  const modelOutputs = ModelOutputs.safeParse(data.outputs)
  return (
    <div className={styles.detail}>
      {data.error && <p className={styles.error}>{data.error.message}</p>}
      {span.kind === 'model' && modelInputs.success ? (
        <details className={styles.rest}>
          <summary>Input: {modelInputs.data.messages.length} messages</summary>
          <MessageList messages={modelInputs.data.messages} />
        </details>
      ) : (
        <JsonView label="Input" value={data.inputs} />
      )}
      {span.kind === 'model' && modelOutputs.success && modelOutputs.data.message ? (
        <MessageList messages={[modelOutputs.data.message]} />
      ) : (
        <JsonView label="Output" value={data.outputs} />
      )}
    </div>
  )
}
