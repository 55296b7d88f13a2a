import type { SpanEvent } from '@lathe/contract'
import { readLogEvent } from '@lathe/traces'
import { JsonView } from '../../../ui/json-view.tsx'
import { Duration } from '../../../ui/quantities.tsx'
import styles from './span.module.css'

type SpanEventsProps = { events: readonly SpanEvent[]; startedAt: number }

/** What the program noted while the span was open, each with how far into it. */
export function SpanEvents({ events, startedAt }: SpanEventsProps) {
  return (
    <ol className={styles.events}>
      {events.map((event, index) => (
        <li key={index}>
          <time dateTime={isoOf(event)} title={isoOf(event)}>
            <Offset us={event.at - startedAt} />
          </time>
          <EventBody event={event} />
        </li>
      ))}
    </ol>
  )
}

/** Of a log record how grave it is, and its words as they are. */
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

/** Another machine's clock may put an event before its span. */
function Offset({ us }: { us: number }) {
  if (Math.abs(us) < 1_000) return 'at its start'
  return (
    <>
      {us < 0 ? '−' : '+'}
      <Duration ms={Math.abs(us) / 1_000} />
    </>
  )
}

const isoOf = ({ at }: SpanEvent) => new Date(at / 1_000).toISOString()
