import { useSuspenseQuery } from '@tanstack/react-query'
import type { About } from '@lathe/contract'
import { api } from '../../lib/api/api.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { PaneBoundary } from '../../ui/feedback/pane-boundary.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import styles from './settings-page.module.css'

type Sender = { name: string; lines: string[] }

/** Environment variables for programs, in a syntax that both shells and .env files accept. */
const listSenders = ({ url, requireKeys }: About): Sender[] => [
  {
    name: 'LangChain, LangGraph and LangSmith',
    lines: [
      'export LANGSMITH_TRACING=true',
      `export LANGSMITH_ENDPOINT=${url}/api/v1`,
      `export LANGSMITH_API_KEY=${requireKeys ? '"$LATHE_TOKEN"' : 'lathe'}`,
      'export LANGSMITH_PROJECT=my-app',
    ],
  },
  {
    name: 'OpenTelemetry',
    lines: [
      `export OTEL_EXPORTER_OTLP_ENDPOINT=${url}`,
      'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
      ...(requireKeys ? ['export OTEL_EXPORTER_OTLP_HEADERS="x-api-key=$LATHE_TOKEN"'] : []),
      'export OTEL_SERVICE_NAME=my-app',
      'export OTEL_METRICS_EXPORTER=none',
      'export OTEL_LOGS_EXPORTER=otlp',
      'export OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
    ],
  },
]

export function IngestSection() {
  const { data } = useSuspenseQuery(api.system.about.queryOptions())

  return (
    <section className={styles.section}>
      <h2>Send traces here</h2>
      <p className={styles.hint}>
        Set these environment variables in a program to send its traces here.{' '}
        {data.requireKeys ? (
          <>
            <code>LATHE_TOKEN</code> is this server’s token.
          </>
        ) : (
          'Programs on this machine may send any key.'
        )}
      </p>
      {listSenders(data).map(({ name, lines }) => (
        <div key={name}>
          <div className={styles.sender}>
            <h3>{name}</h3>
            <CopyButton value={lines.join('\n')} label={`Copy variables for ${name}`} />
          </div>
          <pre className={styles.lines}>{lines.join('\n')}</pre>
        </div>
      ))}
      <PaneBoundary contentLabel="rejected items">
        <RejectedItems />
      </PaneBoundary>
    </section>
  )
}

function RejectedItems() {
  const { data } = useSuspenseQuery(
    api.traces.rejected.queryOptions({ input: {}, refetchInterval: 10_000 }),
  )
  if (data.length === 0) return null
  return (
    <>
      <h3>Rejected items</h3>
      <ul className={styles.rejected} aria-label="Rejected items">
        {data.map(({ id, item, field, reason, rejectedAt }) => (
          <li key={id}>
            <code>{item}</code> {field !== '' && <code>{field}</code>} {reason}{' '}
            <span className={styles.hint}>
              <RelativeTime time={rejectedAt} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
