import { Button } from '@mantine/core'
import { IconAlertOctagonFilled, IconRefresh } from '@tabler/icons-react'
import { describeError } from '../../lib/api/describe-error.ts'
import { CopyButton } from '../fields/copy-button.tsx'
import styles from './error-panel.module.css'

type ErrorPanelProps = {
  /** Completes the title "Could not …": "load the traces". */
  action: string
  error: unknown
  onRetry?: () => void
}

export function ErrorPanel({ action, error, onRetry }: ErrorPanelProps) {
  const { message, code, requestId } = describeError(error)
  const errorText = [`Could not ${action}`, code, message, requestId && `request ${requestId}`]

  return (
    <div className={styles.root} role="alert">
      <IconAlertOctagonFilled size={16} className={styles.icon} aria-hidden />
      <div className={styles.body}>
        <p className={styles.title}>Could not {action}</p>
        <p className={styles.message}>{message}</p>
        {(code ?? requestId) && (
          <p className={styles.facts}>
            {code && <code>{code}</code>}
            {requestId && (
              <span>
                request <code>{requestId}</code>
              </span>
            )}
          </p>
        )}
        <div className={styles.actions}>
          {onRetry && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={14} />}
              onClick={onRetry}
            >
              Retry
            </Button>
          )}
          <CopyButton hasText label="Copy error" value={errorText.filter(Boolean).join('\n')} />
        </div>
      </div>
    </div>
  )
}
