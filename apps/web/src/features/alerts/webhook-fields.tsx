import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { formatDuration } from '../../lib/format/format.ts'
import type { AlertDraft } from './alert-draft.ts'
import styles from './alerts.module.css'

type WebhookFieldsProps = {
  draft: AlertDraft
  /** The stored alert. Its secret stays on the server. */
  stored?: { id: string; hasSecret: boolean } | undefined
  problems: Readonly<Record<string, string>>
  change: (changes: Partial<AlertDraft>) => void
}

export function WebhookFields({ draft, stored, problems, change }: WebhookFieldsProps) {
  const { webhookUrl, secret, isMuted } = draft
  const test = useMutation(api.alerts.test.mutationOptions())
  const send = () =>
    test.mutate({
      webhookUrl: webhookUrl.trim(),
      ...(secret.trim() !== '' && { secret: secret.trim() }),
      ...(stored && { id: stored.id }),
    })
  return (
    <>
      <TextInput
        label="Webhook"
        type="url"
        placeholder="https://hooks.slack.com/services/…"
        description="Receives JSON when the alert fires and when it resolves. Slack incoming webhooks work."
        value={webhookUrl}
        error={problems['webhookUrl']}
        onChange={({ currentTarget }) => {
          test.reset()
          change({ webhookUrl: currentTarget.value })
        }}
      />
      {webhookUrl.trim() !== '' && (
        <>
          <PasswordInput
            label="Signing secret"
            description={
              stored?.hasSecret
                ? 'Leave blank to keep the current secret'
                : 'Optional. Signs each message (Standard Webhooks)'
            }
            autoComplete="off"
            value={secret}
            error={problems['secret']}
            onChange={({ currentTarget }) => change({ secret: currentTarget.value })}
          />
          <div className={styles.line}>
            <Button variant="default" size="xs" loading={test.isPending} onClick={send}>
              Send test message
            </Button>
            <span role="status">{test.data?.ok && took(test.data)}</span>
          </div>
          {test.data?.ok === false && (
            <p className={styles.failed} role="alert">
              {[test.data.error.message, test.data.error.hint].filter(Boolean).join('. ')}
            </p>
          )}
          {test.error && (
            <p className={styles.failed} role="alert">
              {describeError(test.error).message}
            </p>
          )}
        </>
      )}
      <Checkbox
        label="Muted"
        description="Keep evaluating, but hold messages. Unmuting sends those that still apply."
        checked={isMuted}
        onChange={({ currentTarget }) => change({ isMuted: currentTarget.checked })}
      />
    </>
  )
}

const took = ({ status, ms }: { status: number; ms: number }) =>
  `Delivered: ${status} in ${formatDuration(ms)}`
