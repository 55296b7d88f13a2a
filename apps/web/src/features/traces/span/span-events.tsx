import type { SpanEvent } from '@lathe/contract'
import { readLogEvent } from '@lathe/traces'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { Duration } from '../../../ui/status/quantities.tsx'
import styles from './span.module.css'

type SpanEventsProps = { events: readonly SpanEvent[]; startedAt: number }

/** Lists the span's events with their offsets from its start. */
export function SpanEvents({ events, startedAt }: SpanEventsProps) {
  return (
    <ol className={styles.events}>
      {groupEvents(events).map(({ event, times, lastAt }, index) => (
        <li key={index}>
          <time dateTime={toIsoTime(event)} title={toIsoTime(event)}>
            <TimeOffset us={event.at - startedAt} />
          </time>
          <EventBody event={event} />
          {times > 1 && (
            <span className={styles.faint}>
              {' '}
              {times} times, until <TimeOffset us={lastAt - startedAt} />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

type Row = { event: SpanEvent; times: number; lastAt: number }

/** Groups consecutive events with the same name and no attributes, such as streamed tokens. */
function groupEvents(events: readonly SpanEvent[]): Row[] {
  const rows: Row[] = []
  for (const event of events) {
    const last = rows.at(-1)
    if (
      last &&
      hasNoAttributes(event) &&
      hasNoAttributes(last.event) &&
      event.name === last.event.name
    ) {
      last.times += 1
      last.lastAt = event.at
    } else rows.push({ event, times: 1, lastAt: event.at })
  }
  return rows
}

const hasNoAttributes = ({ attributes }: SpanEvent) => Object.keys(attributes).length === 0

/** Shows the severity and text of a log record, or the name and attributes of an event. */
function EventBody({ event }: { event: SpanEvent }) {
  const log = readLogEvent(event)
  const { name, words, attributes } = log ?? { ...event, words: undefined }
  return (
    <>
      <b>{name}</b>
      {words !== undefined && <span className={styles.words}> {words}</span>}
      {Object.keys(attributes).length > 0 && <JsonView label={name} value={attributes} />}
    </>
  )
}

/** Clock skew between machines can place an event before its span. */
function TimeOffset({ us }: { us: number }) {
  if (Math.abs(us) < 1_000) return 'at start'
  return (
    <>
      {us < 0 ? '−' : '+'}
      <Duration ms={Math.abs(us) / 1_000} />
    </>
  )
}

const toIsoTime = ({ at }: SpanEvent) => new Date(at / 1_000).toISOString()
