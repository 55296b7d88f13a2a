import type { SpanEvent } from '@lathe/contract'
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
            {event.at - startedAt < 1_000 ? (
              'at its start'
            ) : (
              <>
                +<Duration ms={(event.at - startedAt) / 1_000} />
              </>
            )}
          </time>
          <b>{event.name}</b>
          {Object.keys(event.attributes).length > 0 && (
            <JsonView label={event.name} value={event.attributes} />
          )}
        </li>
      ))}
    </ol>
  )
}

const isoOf = ({ at }: SpanEvent) => new Date(at / 1_000).toISOString()
