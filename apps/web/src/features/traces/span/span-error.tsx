import type { RunError, Span } from '@lathe/contract'
import { humanQuestion } from '@lathe/traces'
import { Link } from '@tanstack/react-router'
import { PAUSED_ELSEWHERE } from '../../../lib/format/is-silent.ts'
import { CopyButton } from '../../../ui/fields/copy-button.tsx'
import { JsonView } from '../../../ui/json/json-view.tsx'
import shared from '../traces.module.css'
import styles from './span-detail.module.css'

const WAITING_TEXT = 'Waiting for input'

type SpanEndProps = Pick<Span, 'status' | 'error'> & {
  /** Whether the interrupt belongs to an external program that must be answered there. */
  isShownElsewhere?: boolean
}

/** Shows the span's error or its interrupt. Renders nothing for a successful span. */
export function SpanEnd({ isShownElsewhere = false, ...span }: SpanEndProps) {
  const interruptValue = humanQuestion(span)
  if (interruptValue === undefined)
    return span.error && <SpanError error={span.error} isFailure={span.status !== 'cancelled'} />
  return (
    <section
      className={styles.waits}
      aria-label={isShownElsewhere ? PAUSED_ELSEWHERE : WAITING_TEXT}
    >
      <h3>{isShownElsewhere ? PAUSED_ELSEWHERE : WAITING_TEXT}</h3>
      {typeof interruptValue === 'string' ? (
        <p>{interruptValue}</p>
      ) : (
        <JsonView label="Interrupt" value={interruptValue} />
      )}
      {isShownElsewhere && (
        <p className={shared.secondary}>Only the program that sent this trace can resume it.</p>
      )}
    </section>
  )
}

/** Shows the error message and hint, then the provider's message and the stack. */
export function SpanError({ error, isFailure = true }: { error: RunError; isFailure?: boolean }) {
  const code = error.type ?? error.code
  const hasCodePrefix = error.message.startsWith(`${code}:`)
  const copiedText = [!hasCodePrefix && code, error.message, error.providerMessage, error.stack]
  return (
    <section
      className={isFailure ? styles.error : styles.left}
      aria-label={isFailure ? 'Error' : 'Cancelled'}
    >
      <header>
        <h3>{error.message}</h3>
        <CopyButton label="Copy error" value={copiedText.filter(Boolean).join('\n')} />
      </header>
      {error.hint && <p className={shared.secondary}>{error.hint}</p>}
      {error.connectionId && (
        <Link to="/models" search={{ connection: error.connectionId }}>
          Open connection
        </Link>
      )}
      {error.providerMessage && error.providerMessage !== error.message && (
        <pre>{error.providerMessage}</pre>
      )}
      <p className={styles.errorFacts}>
        {!hasCodePrefix && <code>{code}</code>}
        {error.status && <span>HTTP {error.status}</span>}
        {error.requestId && <code>{error.requestId}</code>}
      </p>
      {error.stack && (
        <details>
          <summary>Stack</summary>
          <pre>{error.stack}</pre>
        </details>
      )}
    </section>
  )
}
