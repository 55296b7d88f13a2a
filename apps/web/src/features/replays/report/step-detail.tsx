import { isReusedAnswer } from '@lathe/traces'
import { Button } from '@mantine/core'
import {
  type Exchange,
  type SpanDetail,
  type Json,
  ModelOutputs,
  isJsonObject,
} from '@lathe/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { ChangesDiff, type ChangesMode, ChangesModeSwitch } from './changes.tsx'
import { AnswerIcon, SamenessIcon, type SideNames } from './sameness-icon.tsx'
import { CallIcon, formatAddress, type StepRow } from './step-table.tsx'
import { describeDifference, isSameStep } from './verdict.tsx'
import { api } from '../../../lib/api/api.ts'
import styles from './report.module.css'

type StepDetailProps = {
  step: StepRow
  /** Ids of the two traces. */
  recording: string
  replay: string
  names: SideNames
  showing: ChangesMode
  findTitle: (node: string) => string
  onShow: (showing: ChangesMode) => void
  /** Replays with this node live. */
  onRunLive?: (node: string) => void
}

/** Compares the request and answer of one call. */
export function StepDetail(props: StepDetailProps) {
  const { step, recording, replay, names, showing, findTitle, onShow, onRunLive } = props
  const [node] = step.address.path
  const before = useCall(recording, step.recording)
  const after = useCall(replay, step.replay)
  const error = before.error ?? after.error
  const isPending = before.isPending || after.isPending
  const { exchange: exchangeBefore } = before
  const { exchange: exchangeAfter } = after
  const isUnavailable = !isPending && !error && !exchangeBefore && !exchangeAfter

  return (
    <article className={styles.detail} aria-label={`Step ${step.index + 1}`}>
      <header className={styles.detailHead}>
        <CallIcon kind={step.kind} />
        <h2>{step.name}</h2>
        <span className={styles.faint}>{formatAddress(step.address, findTitle)}</span>
        <span className={styles.end}>
          <ChangesModeSwitch value={showing} onChange={onShow} />
        </span>
      </header>
      {!isSameStep(step) && <p className={styles.how}>{sentence(describeDifference(step))}.</p>}
      {isPending && <SkeletonRows contentLabel="both calls" count={6} />}
      {error && <ErrorPanel action="load the recording" error={error} />}
      {isUnavailable && (
        <p className={styles.note}>The recording of this call is no longer stored.</p>
      )}
      {!isPending && (exchangeBefore ?? exchangeAfter) && (
        <>
          <section className={styles.part}>
            <h3>
              Request <SamenessIcon value={step.request} names={names} />
            </h3>
            <ChangesDiff
              label="Request"
              recording={exchangeBefore && exchangeRequest(exchangeBefore)}
              replay={exchangeAfter && exchangeRequest(exchangeAfter)}
              hiddenNote={
                step.request === 'different' && 'Only the order of schema properties differs.'
              }
              names={names}
              mode={showing}
            />
          </section>
          <section className={styles.part}>
            <h3>
              Response <AnswerIcon step={step} names={names} />
            </h3>
            {isReusedAnswer(step) && (
              <div className={styles.reused} role="note">
                <p>
                  The request changed, but the recorded response was reused. A live call may respond
                  differently.
                </p>
                {onRunLive && node !== undefined && (
                  <Button size="xs" variant="default" onClick={() => onRunLive(node)}>
                    Run {findTitle(node)} live
                  </Button>
                )}
              </div>
            )}
            <ChangesDiff
              label="Response"
              recording={exchangeBefore && exchangeResponse(exchangeBefore, before.span)}
              replay={exchangeAfter && exchangeResponse(exchangeAfter, after.span)}
              hiddenNote={
                step.answer === 'different' &&
                'The content is the same. Other data, such as usage, differs.'
              }
              names={names}
              mode={showing}
            />
          </section>
        </>
      )}
    </article>
  )
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The recording of an ended trace is immutable. */
const forever = { staleTime: Number.POSITIVE_INFINITY }

/** A recorded call with its span, if that is still stored. */
function useCall(traceId: string, exchangeId: string | null) {
  const exchanges = useQuery(
    api.traces.exchanges.queryOptions({
      input: exchangeId === null ? skipToken : { id: traceId },
      ...forever,
    }),
  )
  const exchange = useMemo<Exchange | undefined>(
    () => exchanges.data?.find(({ id }) => id === exchangeId),
    [exchanges.data, exchangeId],
  )
  const spanId = exchange?.kind === 'model' ? exchange.spanId : null
  const span = useQuery(
    api.traces.span.queryOptions({
      input: spanId == null ? skipToken : { traceId, spanId },
      ...forever,
    }),
  )
  const isPending = exchanges.isLoading || span.isLoading
  const detail: SpanDetail | undefined = span.data
  return { exchange, span: detail, isPending, error: exchanges.error ?? null }
}

/** The request without transport details. */
export function exchangeRequest({ content }: Exchange): Json {
  if (content.type === 'call') return content.request
  const { body, url, method } = content.request
  const { stream: _, stream_options: __, ...request } = isJsonObject(body) ? body : { body }
  return { [method]: url, ...request }
}

/** The response. For a model, its message instead of the stream chunks. */
function exchangeResponse({ content, error }: Exchange, span: SpanDetail | undefined): Json {
  if (error) return { error: error.code, message: error.message }
  if (content.type === 'call') return content.result
  const message = ModelOutputs.safeParse(span?.outputs).data?.message
  if (message) {
    const { content, reasoning, toolCalls } = message
    return {
      content: content as Json,
      ...(reasoning !== undefined && { reasoning }),
      ...(toolCalls && { toolCalls }),
    }
  }
  if (!content.response) return null
  const text = content.response.chunks.map(({ data }) => data).join('')
  return { status: content.response.status, text }
}
