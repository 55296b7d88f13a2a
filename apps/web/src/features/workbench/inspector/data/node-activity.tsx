import { ModelInputs, ModelOutputs, type Span } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { JsonView } from '../../../../ui/json-view.tsx'
import { MessageList } from '../../../../ui/message-list.tsx'
import { Cost, Duration, Tokens } from '../../../../ui/quantities.tsx'
import { StatusIcon } from '../../../../ui/status-icon.tsx'
import styles from './data.module.css'

const DONE = new Set<Span['kind']>(['model', 'tool', 'retriever', 'embedding'])

/** Calls a node made, in their order; those of the steps inside it too. */
export function WhatItDid({ span, spans }: { span: Span; spans: readonly Span[] }) {
  const calls = callsOf(span, spans)
  if (calls.length === 0) return <p className={styles.note}>It called no model and no tool.</p>
  return (
    <ol className={styles.calls}>
      {calls.map((call, index) => (
        <Call key={call.id} span={call} isFirst={index === calls.length - 1} />
      ))}
    </ol>
  )
}

function callsOf(span: Span, spans: readonly Span[]): Span[] {
  const inside = new Set([span.id])
  // A span begins after the one it is in.
  const ordered = spans.toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
  for (const one of ordered) if (inside.has(one.parentId ?? '')) inside.add(one.id)
  return ordered.filter((one) => inside.has(one.id) && one.id !== span.id && DONE.has(one.kind))
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
  const said = ModelInputs.safeParse(data.inputs)
  const answered = ModelOutputs.safeParse(data.outputs)
  return (
    <div className={styles.detail}>
      {data.error && <p className={styles.error}>{data.error.message}</p>}
      {span.kind === 'model' && said.success ? (
        <details className={styles.rest}>
          <summary>Asked with {said.data.messages.length} messages</summary>
          <MessageList messages={said.data.messages} />
        </details>
      ) : (
        <JsonView label="Given" value={data.inputs} />
      )}
      {span.kind === 'model' && answered.success && answered.data.message ? (
        <MessageList messages={[answered.data.message]} />
      ) : (
        <JsonView label="Gave" value={data.outputs} />
      )}
    </div>
  )
}
